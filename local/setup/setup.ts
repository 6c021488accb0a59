import { linkSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readJsonFile, writeJsonFile } from "../json-file.ts";
import type { LocalPaths } from "../paths.ts";
import { identityOf, isSameProcess, type ProcessIdentity } from "../processes/process-identity.ts";
import { StartError } from "../start-error.ts";
import type { Progress } from "../terminal/progress.ts";
import { ensureDubWeights, isDubSetUp } from "./dub.ts";
import { ensureFfmpeg, withTools } from "./ffmpeg.ts";
import { ensurePython } from "./python.ts";
import { ensureSpeechModel } from "./speech-model.ts";
import { ensureTranslationModels } from "./translation-models.ts";

/**
 * Installs what is missing, with progress: the Python environment, ffmpeg, the models of speech and translation, and puts the installed programs
 * first on the PATH of this process. The voice engine of dubs is installed `withDub`, and kept once it is installed. Takes a few milliseconds and no network when nothing is missing. Throws StartError
 * with the remedy.
 */
export async function ensureSetup(
  paths: LocalPaths,
  progress: Progress,
  { withDub = isDubSetUp(paths) }: { withDub?: boolean } = {},
): Promise<void> {
  if (process.platform === "win32") {
    throw new StartError("Capstack runs on Linux and macOS. On Windows, run it inside WSL (wsl --install).");
  }
  mkdirSync(paths.shared, { recursive: true });
  const release = await takeLock(join(paths.shared, "setup.lock"), progress);
  try {
    await ensurePython(paths, progress, withDub);
    await ensureFfmpeg(paths, progress);
    await ensureSpeechModel(paths, progress);
    await ensureTranslationModels(paths, progress);
    if (withDub) await ensureDubWeights(paths, progress);
  } finally {
    release();
  }
  process.env.PATH = withTools(paths, process.env.PATH);
}

/** Instances of a clone share what is installed: one installs, the others wait. */
async function takeLock(path: string, progress: Progress): Promise<() => void> {
  const own = `${path}.${process.pid}`;
  writeJsonFile(own, identityOf(process.pid));
  try {
    while (!tryLink(own, path)) {
      const holder = readJsonFile<ProcessIdentity>(path);
      if (holder === null || isSameProcess(holder)) {
        progress.update("Waiting", null, "another process is setting up this project folder");
        await new Promise((resolve) => setTimeout(resolve, 500));
      } else {
        rmSync(path, { force: true });
      }
    }
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(path, { force: true });
}

/** Creates the lock atomically together with its content; false if it exists. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
