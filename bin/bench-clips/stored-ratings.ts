import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRatingModel } from "../../adapters/onnx/rating-model.ts";
import type { RatingModel } from "../../core/clips/rating-model.ts";

/**
 * Creates the rating model of a folder, whose ratings are stored: the sentences of 42 talks take a quarter of an hour. They are rated
 * again when the sentences, the model, or the code and packages that run it have changed.
 *
 * @param modelFolder with model.onnx and tokenizer.json
 * @param cacheFolder one file for each talk and state of the model
 */
export const createStoredRatings = (modelFolder: string, cacheFolder: string): RatingModel => {
  const { rateSentences, rateTitles } = createRatingModel(modelFolder);
  const state = createHash("sha256");
  for (const file of [
    ...["model.onnx", "tokenizer.json"].map((name) => join(modelFolder, name)),
    ...["adapters/onnx/rating-model.ts", "adapters/onnx/rating-windows.ts", "package-lock.json"],
  ])
    state.update(readFileSync(file));
  /** Stores what a function returns for its input. */
  const stored =
    <Input, Output>(rate: (input: Input, checkTime: () => void) => Promise<Output>): typeof rate =>
    async (input, checkTime) => {
      const hash = state.copy().update(JSON.stringify(input)).digest("hex");
      const file = join(cacheFolder, `${hash}.json`);
      if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Output;
      const ratings = await rate(input, checkTime);
      mkdirSync(cacheFolder, { recursive: true });
      writeFileSync(file, JSON.stringify(ratings));
      return ratings;
    };
  return { rateSentences: stored(rateSentences), rateTitles: stored(rateTitles) };
};
