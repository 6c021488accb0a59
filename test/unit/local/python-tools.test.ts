import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { ensureVenv } from "../../../local/setup/python.ts";
import { ensurePythonTools } from "../../../local/setup/python-tools.ts";
import { Progress } from "../../../local/terminal/progress.ts";

const root = resolve(import.meta.dirname, "../../..");
const progress = new Progress({ write: () => true });

describe("a virtual environment", () => {
  let folder: string;
  const venv = () => ({ folder: join(folder, "venv"), requirements: [join(folder, "requirements.txt")] });

  /** An interpreter that records its arguments and succeeds. */
  const writeInterpreter = (): void => {
    mkdirSync(join(folder, "venv", "bin"), { recursive: true });
    const path = join(folder, "venv", "bin", "python");
    writeFileSync(path, `#!/bin/sh\necho "$@" >> ${join(folder, "calls")}\n`);
    chmodSync(path, 0o755);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "venv-"));
    writeFileSync(join(folder, "requirements.txt"), "example==1.0\n");
    writeInterpreter();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("is installed with hashes, once per content of its requirements", async () => {
    await ensureVenv(venv(), progress);
    await ensureVenv(venv(), progress);
    const calls = readFileSync(join(folder, "calls"), "utf8").trim().split("\n");
    expect(calls).toHaveLength(1);
    expect(calls[0]).toContain("pip install --require-hashes");
    expect(calls[0]).toContain(`-r ${join(folder, "requirements.txt")}`);

    writeFileSync(join(folder, "requirements.txt"), "example==2.0\n");
    await ensureVenv(venv(), progress);
    expect(readFileSync(join(folder, "calls"), "utf8").trim().split("\n")).toHaveLength(2);
  });

  test("runs nothing for the tools when they are up to date", async () => {
    const requirements = join(folder, "requirements-dev.txt");
    writeFileSync(requirements, "ruff==1.0\n");
    const tools = join(folder, ".local", "lint-venv");
    mkdirSync(join(tools, "bin"), { recursive: true });
    writeFileSync(join(tools, "bin", "python"), "");
    const hash = createHash("sha256").update(readFileSync(requirements)).digest("hex");
    writeFileSync(join(tools, "capstack-requirements"), hash);
    expect(await ensurePythonTools(folder, progress)).toBe(join(tools, "bin", "python"));
  });
});

test.each(["containers/speech/requirements.txt", "local/engine/requirements.txt", "requirements-dev.txt"])(
  "%s pins every package with a version and hashes",
  (file) => {
    const entries = readFileSync(join(root, file), "utf8")
      .replaceAll(/^#.*\n/gm, "")
      .split(/^(?=[a-z0-9])/im)
      .filter((entry) => entry.trim() !== "");
    expect(entries.length).toBeGreaterThan(5);
    for (const entry of entries) expect(entry).toMatch(/^[\w.-]+==\S+.*\\\n\s+--hash=sha256:[0-9a-f]{64}/);
  },
);
