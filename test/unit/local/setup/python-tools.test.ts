import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { ensurePythonTools } from "../../../../local/setup/python-tools.ts";
import { Progress } from "../../../../local/terminal/progress.ts";

test("ensurePythonTools runs nothing when the tools are up to date", async () => {
  const root = mkdtempSync(join(tmpdir(), "capstack-tools-"));
  const venv = join(root, ".local", "lint-venv");
  mkdirSync(join(venv, "bin"), { recursive: true });
  writeFileSync(join(venv, "bin", "python"), "");
  writeFileSync(join(root, "requirements-dev.txt"), "ruff==1.0\n");
  writeFileSync(
    join(venv, "capstack-requirements"),
    createHash("sha256").update("ruff==1.0\n").digest("hex"),
  );
  try {
    const progress = new Progress({ write: () => true });
    expect(await ensurePythonTools(root, progress)).toBe(join(venv, "bin", "python"));
  } finally {
    rmSync(root, { recursive: true });
  }
});
