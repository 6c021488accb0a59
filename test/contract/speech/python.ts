import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Recognition, recognitionSchema } from "../../../core/transcript/recognition.ts";

export const root = resolve(import.meta.dirname, "../../..");

/** CAPSTACK_PYTHON, else the virtual environment that the set-up makes. */
const python = process.env.CAPSTACK_PYTHON ?? join(root, ".local", "venv", "bin", "python");

const run = promisify(execFile);

/** Runs Python in the speech container's folder. Throws with its stderr when it ends with another code than 0. */
export const runPython = async (args: readonly string[]): Promise<{ stdout: string; stderr: string }> => {
  if (!existsSync(python)) {
    throw new Error(`There is no Python at ${python}: run npm test, or set CAPSTACK_PYTHON.`);
  }
  return run(python, [...args], { cwd: join(root, "containers", "speech"), maxBuffer: 64 * 1024 * 1024 });
};

export const mediaPath = (name: string): string => join(root, "test", "media", name);

/** Recognises several files of test/media in one run: the model is loaded once. */
export const recognise = async (
  names: readonly string[],
  ...options: string[]
): Promise<Map<string, Recognition>> => {
  const { stdout } = await runPython(["recognise.py", ...names.map(mediaPath), ...options]);
  const lines = stdout.trimEnd().split("\n");
  return new Map(names.map((name, index) => [name, recognitionSchema.parse(JSON.parse(lines[index] ?? ""))]));
};
