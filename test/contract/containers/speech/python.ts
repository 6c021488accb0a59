import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Recognition, recognitionSchema } from "../../../../core/transcript/recognition.ts";

export const root = resolve(import.meta.dirname, "../../../..");

/** CAPSTACK_PYTHON, else the virtual environment that set-up creates. */
const python = process.env.CAPSTACK_PYTHON ?? join(root, ".local", "venv", "bin", "python");

const run = promisify(execFile);

/** Runs Python in the given folder of the repository. Rejects, with `stderr` on the error, on an exit code other than 0. */
export const runPython = async (
  args: readonly string[],
  folder = ".",
): Promise<{ stdout: string; stderr: string }> => {
  if (!existsSync(python)) {
    throw new Error(`There is no Python at ${python}: run npm test, or set CAPSTACK_PYTHON.`);
  }
  const env = {
    ...process.env,
    PYTHONPATH: ["containers", "local"].map((name) => join(root, name)).join(delimiter),
  };
  const running = run(python, [...args], { cwd: join(root, folder), env, maxBuffer: 64 * 1024 * 1024 });
  // A program that reads its standard input would wait forever.
  running.child.stdin?.end();
  return running;
};

export const mediaPath = (name: string): string => join(root, "test", "media", name);

/** Runs the recognizer of the speech container; prints one line of JSON per file. */
export const runRecognizer = (args: readonly string[]): Promise<{ stdout: string; stderr: string }> =>
  runPython(["containers/speech", "recognize", ...args]);

/** Recognizes several files of test/media in one run, which loads the model once. */
export const recognize = async (
  names: readonly string[],
  ...options: string[]
): Promise<Map<string, Recognition>> => {
  const { stdout } = await runRecognizer([...names.map(mediaPath), ...options]);
  const lines = stdout.trimEnd().split("\n");
  return new Map(names.map((name, index) => [name, recognitionSchema.parse(JSON.parse(lines[index] ?? ""))]));
};
