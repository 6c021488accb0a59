/**
 * Checks the Python code: format and lint with ruff, types with mypy (pyproject.toml). A step of `npm run check`. The first
 * run installs the tools into `.local/lint-venv`; later runs need no network. `--fix` formats and repairs what ruff can.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { ensurePythonTools } from "../local/setup/python-tools.ts";
import { explain } from "../local/start-error.ts";
import { Progress } from "../local/terminal/progress.ts";

const root = resolve(import.meta.dirname, "..");
const isFix = process.argv.includes("--fix");

const checks = [
  ["ruff", "check", ...(isFix ? ["--fix"] : [])],
  ["ruff", "format", ...(isFix ? [] : ["--check"])],
  ["mypy"],
];

try {
  const python = await ensurePythonTools(root, new Progress());
  const failed = checks.filter(
    (args) => spawnSync(python, ["-m", ...args], { cwd: root, stdio: "inherit" }).status !== 0,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
} catch (error) {
  const sentence = explain(error);
  if (sentence === null) throw error;
  console.error(sentence);
  process.exitCode = 1;
}
