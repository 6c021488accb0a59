import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSentenceRater } from "../../adapters/onnx/sentence-rater.ts";
import type { RateSentences, SentenceRatings } from "../../core/clips/sentence-ratings.ts";

/**
 * Creates a function that rates sentences by the rating model in a folder, and stores the ratings of a talk: 42 talks take a quarter
 * of an hour. They are rated again when the sentences, the model, or the code and packages that run it have changed.
 *
 * @param modelFolder with model.onnx and tokenizer.json
 * @param cacheFolder one file for each talk and state of the model
 */
export const createStoredRatings = (modelFolder: string, cacheFolder: string): RateSentences => {
  const rate = createSentenceRater(modelFolder);
  const state = createHash("sha256");
  for (const file of [
    ...["model.onnx", "tokenizer.json"].map((name) => join(modelFolder, name)),
    ...["adapters/onnx/sentence-rater.ts", "adapters/onnx/rating-windows.ts", "package-lock.json"],
  ])
    state.update(readFileSync(file));
  return async (sentences, checkTime) => {
    const hash = state.copy().update(JSON.stringify(sentences)).digest("hex");
    const file = join(cacheFolder, `${hash}.json`);
    if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as SentenceRatings[];
    const ratings = await rate(sentences, checkTime);
    mkdirSync(cacheFolder, { recursive: true });
    writeFileSync(file, JSON.stringify(ratings));
    return ratings;
  };
};
