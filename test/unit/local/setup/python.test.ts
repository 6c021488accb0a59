import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { ensureVenv, explainPipFailure, parsePythonVersion } from "../../../../local/setup/python.ts";
import { Progress } from "../../../../local/terminal/progress.ts";

const root = resolve(import.meta.dirname, "../../../..");
const progress = new Progress({ write: () => true });

describe("ensureVenv", () => {
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

  test("installs with hashes and without other packages, once per content of the requirements", async () => {
    await ensureVenv(venv(), progress);
    await ensureVenv(venv(), progress);
    const calls = readFileSync(join(folder, "calls"), "utf8").trim().split("\n");
    expect(calls).toHaveLength(1);
    expect(calls[0]).toContain("pip install --no-deps --require-hashes");
    expect(calls[0]).toContain(`-r ${join(folder, "requirements.txt")}`);

    writeFileSync(join(folder, "requirements.txt"), "example==2.0\n");
    await ensureVenv(venv(), progress);
    expect(readFileSync(join(folder, "calls"), "utf8").trim().split("\n")).toHaveLength(2);
  });
});

test("parsePythonVersion reads the output of the version script", () => {
  expect(parsePythonVersion("python3", "3 11 True\n")).toEqual({
    command: "python3",
    minor: 11,
    canMakeVenv: true,
  });
  expect(parsePythonVersion("python", "2 7 True")).toBeNull();
});

test.each([
  ["ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", /disk is full/],
  ["Failed to establish: NewConnectionError Temporary failure in name resolution", /cannot be reached/],
  [
    "ERROR: Could not find a version that satisfies the requirement x (from versions: none)",
    /cannot be reached/,
  ],
  ["ERROR: Ignored\nERROR: No matching platform", /No matching platform/],
])("explainPipFailure explains %s", (output, sentence) => {
  expect(explainPipFailure(output)).toMatch(sentence);
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
