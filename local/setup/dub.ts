import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LocalPaths } from "../paths.ts";
import { StartError } from "../start-error.ts";
import type { Progress } from "../terminal/progress.ts";
import { run } from "./run.ts";

type Paths = Pick<LocalPaths, "root" | "shared" | "dubWeights">;

/** What decides the content of the weights folder. */
const sources = [
  "weights.py",
  "voices.py",
  "kokoro_model.py",
  "spleeter_model.py",
  "encoder_model.py",
  "torch_checkpoint.py",
  "requirements.txt",
];

const hashOf = ({ root }: Paths): string => {
  const hash = createHash("sha256");
  for (const file of sources) hash.update(readFileSync(join(root, "containers", "dub", file)));
  return hash.digest("hex");
};

const stampOf = ({ shared }: Paths): string => join(shared, "dub-stamp");

/** Returns whether the voice engine was set up for this version of the product. */
export const isDubSetUp = (paths: Paths): boolean =>
  existsSync(paths.dubWeights) &&
  existsSync(stampOf(paths)) &&
  readFileSync(stampOf(paths), "utf8") === hashOf(paths);

/**
 * Downloads the weights of the voice engine and of the separation with the dub container's program, which verifies
 * checksums. Returns immediately if they exist. Needs the Python packages of the dub. Throws StartError.
 */
export async function ensureDubWeights(
  paths: Paths & Pick<LocalPaths, "venvPython">,
  progress: Progress,
): Promise<void> {
  if (isDubSetUp(paths)) return;
  progress.update("Voice engine", null);
  const program = join(paths.root, "containers", "dub");
  const { exitCode, stderr } = await run(paths.venvPython, [program, "fetch", paths.dubWeights], {
    onLine: (line) => progress.update("Voice engine", null, line.replace("dub weights: ", "")),
  });
  if (exitCode !== 0) {
    throw new StartError(
      stderr.trim().split("\n").at(-1) || `The voice engine could not be fetched (exit code ${exitCode}).`,
    );
  }
  progress.update("Voice engine", 1);
  progress.finish();
  writeFileSync(stampOf(paths), hashOf(paths));
}
