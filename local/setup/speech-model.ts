import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LocalPaths } from "../paths.ts";
import { StartError } from "../start-error.ts";
import type { Progress } from "../terminal/progress.ts";
import { run } from "./run.ts";

/** Parses `speech model: 12 of 150 MB (3 s)`; null for other lines. */
export function parseModelProgress(line: string): { fraction: number; detail: string } | null {
  const match = /^speech model: (\d+) of (\d+) MB/.exec(line);
  if (!match) return null;
  return { fraction: Number(match[1]) / Number(match[2]), detail: `${match[1]} of ${match[2]} MB` };
}

/** Downloads the speech model with the speech container's program, which verifies checksums. Returns immediately if it exists. */
export async function ensureSpeechModel(paths: LocalPaths, progress: Progress): Promise<void> {
  const program = join(paths.root, "containers", "speech", "fetch_model.py");
  const hash = createHash("sha256").update(readFileSync(program)).digest("hex");
  const stamp = join(paths.shared, "speech-model-stamp");
  if (existsSync(paths.speechModel) && existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  progress.update("Speech model", null);
  const { exitCode, stderr } = await run(paths.venvPython, [program, paths.speechModel], {
    onLine: (line) => {
      const parsed = parseModelProgress(line);
      if (parsed) progress.update("Speech model", parsed.fraction, parsed.detail);
    },
  });
  if (exitCode !== 0) {
    throw new StartError(
      stderr.trim().split("\n").at(-1) || `The speech model could not be downloaded (exit code ${exitCode}).`,
    );
  }
  progress.update("Speech model", 1);
  progress.finish();
  writeFileSync(stamp, hash);
}
