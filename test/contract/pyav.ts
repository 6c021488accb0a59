import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

/** The environment of the development tools (requirements-dev.txt), the only one that contains PyAV. */
const python = join(resolve(import.meta.dirname, "../.."), ".local", "lint-venv", "bin", "python");

const run = promisify(execFile);

/** Runs a Python program that imports PyAV and resolves to its output. Rejects on an exit code other than 0. */
export const runPyav = async (args: readonly string[]): Promise<string> => {
  if (!existsSync(python)) throw new Error(`There is no Python at ${python}: run npm test.`);
  const { stdout } = await run(python, [...args], { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
};
