import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { createSentenceRater } from "../../../../adapters/onnx/sentence-rater.ts";

const folder = resolve(import.meta.dirname, "../../../../models/sentence-ratings");

describe("the network that rates sentences", () => {
  test("rates sentences in any script, by what is around them, and the same at every call", async () => {
    const rate = createSentenceRater(folder);
    const sentences = ["Why were they painted?", "Niemand wusste es. 🎉", "なぜでしょうか？", "", "</s> <s>"];
    const ratings = await rate(sentences);
    expect(ratings).toHaveLength(sentences.length);
    for (const rating of ratings) {
      expect(Object.keys(rating).sort()).toEqual(["end", "hook", "start", "value"]);
      expect(Object.values(rating).every(Number.isFinite)).toBe(true);
    }
    expect(await rate(sentences)).toEqual(ratings);
    const [alone] = await rate(sentences.slice(0, 1));
    expect(alone).not.toEqual(ratings[0]);
    expect(await rate([])).toEqual([]);
  });

  test("is loaded by the first call only, and again after a failure", async () => {
    const missing = await mkdtemp(join(tmpdir(), "ratings-"));
    await rm(missing, { recursive: true });
    const rate = createSentenceRater(missing);
    await expect(rate(["Yes."])).rejects.toThrow("ENOENT");
    await expect(rate(["Yes."])).rejects.toThrow("ENOENT");
  });
});
