/**
 * Runs a developer's tool, a TypeScript file or a Python package of the project, after set-up and with the pinned ffmpeg
 * first on PATH: `node bin/tool.ts FILE [ARGUMENTS]`, relative to the project's folder. bin/tool.mjs starts it.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { localPaths } from "../local/paths.ts";
import { ensureSetup } from "../local/setup/setup.ts";
import { explain } from "../local/start-error.ts";
import { Progress } from "../local/terminal/progress.ts";

const root = resolve(import.meta.dirname, "..");
const paths = localPaths(root, null);
const [, , file = "", ...args] = process.argv;
const script = resolve(root, file);

const setUp = async (): Promise<void> => {
  try {
    await ensureSetup(paths, new Progress(process.stderr));
  } catch (error) {
    const sentence = explain(error);
    if (sentence === null) throw error;
    console.error(sentence);
    process.exit(1);
  }
};

await setUp();
if (script.endsWith(".ts")) {
  // The tool reads its arguments from process.argv as if it had been started directly.
  process.argv.splice(1, 2, script);
  await import(pathToFileURL(script).href);
} else {
  const { status } = spawnSync(paths.venvPython, [script, ...args], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}
