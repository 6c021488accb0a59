import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSentenceRater } from "../../adapters/onnx/sentence-rater.ts";
import type { RateSentences, SentenceRatings } from "../../core/clips/sentence-ratings.ts";

/**
 * Creates a function that rates sentences by the network in a folder, and stores the ratings of a talk: 42 talks take a quarter
 * of an hour. Other files of the network, or other sentences, are rated again.
 *
 * @param network with model.onnx and tokenizer.json
 * @param stored one file for each talk and network
 */
export const createStoredRatings = (network: string, stored: string): RateSentences => {
  const rate = createSentenceRater(network);
  const files = ["model.onnx", "tokenizer.json"].map((name) => readFileSync(join(network, name)));
  return async (sentences) => {
    const hash = createHash("sha256");
    for (const content of [...files, JSON.stringify(sentences)]) hash.update(content);
    const file = join(stored, `${hash.digest("hex")}.json`);
    if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as SentenceRatings[];
    const ratings = await rate(sentences);
    mkdirSync(stored, { recursive: true });
    writeFileSync(file, JSON.stringify(ratings));
    return ratings;
  };
};
