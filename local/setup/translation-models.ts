import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LocalPaths, translationModelsSetting } from "../paths.ts";
import { StartError } from "../start-error.ts";
import type { Progress } from "../terminal/progress.ts";
import { run } from "./run.ts";

/**
 * Fetches the models between English and Portuguese, and those of further languages, with the translator's program, which
 * verifies checksums. Returns immediately if they exist, or if the operator has set another folder.
 *
 * @param codes languages to translate from and to English
 *
 * Throws StartError.
 */
export async function ensureTranslationModels(
  paths: LocalPaths,
  progress: Progress,
  codes: readonly string[] = [],
): Promise<void> {
  if (process.env[translationModelsSetting]) {
    if (existsSync(paths.translationModels)) return;
    throw new StartError(
      `${translationModelsSetting} names ${paths.translationModels}, which does not exist.`,
    );
  }
  const program = join(paths.root, "local", "translator");
  const hash = createHash("sha256")
    .update(readFileSync(join(program, "models.json")))
    .digest("hex");
  const stamp = join(paths.shared, "translation-models-stamp");
  const isPresent = existsSync(paths.translationModels) && existsSync(stamp);
  if (codes.length === 0 && isPresent && readFileSync(stamp, "utf8") === hash) return;
  progress.update("Translation models", null);
  const { exitCode, stderr } = await run(
    paths.venvPython,
    [program, "fetch", paths.translationModels, ...codes],
    {
      onLine: (line) => progress.update("Translation models", null, line.replace("translation models: ", "")),
    },
  );
  if (exitCode !== 0) {
    throw new StartError(
      stderr.trim().split("\n").at(-1) ||
        `The translation models could not be fetched (exit code ${exitCode}).`,
    );
  }
  progress.update("Translation models", 1);
  progress.finish();
  writeFileSync(stamp, hash);
}

/** Fetches the models of further languages and prints all that are present. Throws StartError. */
export async function setUpTranslation(
  paths: LocalPaths,
  progress: Progress,
  codes: readonly string[],
): Promise<void> {
  if (process.env[translationModelsSetting]) {
    throw new StartError(
      `The models are in ${paths.translationModels} because ${translationModelsSetting} is set. Unset it to fetch models.`,
    );
  }
  await ensureTranslationModels(paths, progress, codes);
  const pairs = readdirSync(paths.translationModels).sort();
  progress.print(`Installed models: ${pairs.map((pair) => pair.replace("-", " to ")).join(", ")}.`);
}
