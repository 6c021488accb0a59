import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { describe, expect, test } from "@jest/globals";
import { createRatingModel } from "../../../../adapters/onnx/rating-model.ts";

const folder = resolve(import.meta.dirname, "../../../../models/sentence-ratings");

/** By the library `tokenizers` (Python), version 0.23.3, with which the rating model was trained. */
const tokensOf: Readonly<Record<string, string>> = {
  "Why were the lighthouses painted in stripes?": "▁Why ▁were ▁the ▁light house s ▁paint ed ▁in ▁strip es ?",
  "In 1899 he carried 200 litres of oil – “every night”!":
    "▁In ▁18 99 ▁he ▁carried ▁200 ▁litre s ▁of ▁oil ▁– ▁“ ever y ▁night ” !",
  "Die gefährlichste Arbeit war nicht auf einem Schiff.":
    "▁Die ▁gefährlich ste ▁Arbeit ▁war ▁nicht ▁auf ▁einem ▁Schi ff .",
  "Por qué los faros tienen rayas?": "▁Por ▁qué ▁los ▁far os ▁tienen ▁raya s ?",
  "なぜ灯台には縞模様があるのでしょうか？": "▁ なぜ 灯 台 には 縞 模 様 がある のでしょうか ?",
  "我们今天讲的是 AI，你知道吗？": "▁我们 今天 讲 的是 ▁AI , 你知道 吗 ?",
  "لماذا رسمت الخطوط على المنارات؟": "▁لماذا ▁رسم ت ▁ال خطوط ▁على ▁الم نا رات ؟",
  "Почему маяки полосатые?": "▁Почему ▁ма я ки ▁пол ос ат ые ?",
  "ﬁne ½ Ⅳ ＡＢＣ": "▁fine ▁1⁄2 ▁IV ▁ABC",
  "a  b 🎉 ☃": "▁a ▁b ▁ 🎉 ▁ ☃",
};

/** Start, hook, end and value, by onnxruntime (Python), version 1.32.0, with the same files. */
const pinnedRatings: Readonly<Record<string, readonly number[]>> = {
  "Most people think that lighthouses were painted to look pretty.": [2.128, 0.994, -0.534, 0.827],
  "In fact, the stripes saved thousands of lives.": [0.172, 1.262, 1.307, 1.186],
  "And so on, and so on, as I said before.": [-0.631, -0.462, 0.464, -0.256],
};
/** Titles of the first two sentences. */
const pinnedTitles: Readonly<Record<string, number>> = {
  "The stripes saved thousands of lives": 2.152,
  "Most people": -0.725,
  "Were painted to look pretty": -0.532,
  "Lighthouses were painted to look pretty": 1.66,
};
/** Runtimes round differently before they quantize values to 8 bits. */
const tolerance = 0.1;

const noLimit = (): void => {};

describe("the rating model", () => {
  test("rates sentences in any script, by what is around them, and the same at every call", async () => {
    const { rateSentences: rate } = createRatingModel(folder);
    const sentences = ["Why were they painted?", "Niemand wusste es. 🎉", "なぜでしょうか？", ""];
    const ratings = await rate(sentences, noLimit);
    expect(ratings).toHaveLength(sentences.length);
    for (const rating of ratings) {
      expect(Object.keys(rating).sort()).toEqual(["end", "hook", "start", "value"]);
      expect(Object.values(rating).every(Number.isFinite)).toBe(true);
    }
    expect(await rate(sentences, noLimit)).toEqual(ratings);
    const [alone] = await rate(sentences.slice(0, 1), noLimit);
    expect(alone).not.toEqual(ratings[0]);
    expect(await rate([], noLimit)).toEqual([]);
  });

  test("reads the tokens with which it was trained", async () => {
    const tokenizer = new Tokenizer(JSON.parse(await readFile(join(folder, "tokenizer.json"), "utf8")), {});
    const texts = Object.keys(tokensOf);
    const tokens = texts.map((text) =>
      tokenizer.encode(text, { add_special_tokens: false }).tokens.join(" "),
    );
    expect(Object.fromEntries(texts.map((text, at) => [text, tokens[at]]))).toEqual(tokensOf);
  });

  test("returns the ratings of another runtime, each in its place", async () => {
    const ratings = await createRatingModel(folder).rateSentences(Object.keys(pinnedRatings), noLimit);
    for (const [at, pinned] of Object.values(pinnedRatings).entries()) {
      const { start = 0, hook = 0, end = 0, value = 0 } = ratings[at] ?? {};
      for (const [place, rating] of [start, hook, end, value].entries())
        expect(Math.abs(rating - (pinned[place] ?? 0))).toBeLessThan(tolerance);
    }
  });

  test("returns the ratings of titles of another runtime", async () => {
    const [sentences, titles] = [Object.keys(pinnedRatings).slice(0, 2), Object.keys(pinnedTitles)];
    const choices = [
      { sentences, titles },
      { sentences, titles: [] },
    ];
    const [ratings = [], none] = await createRatingModel(folder).rateTitles(choices, noLimit);
    expect(ratings).toHaveLength(titles.length);
    expect(none).toEqual([]);
    for (const [at, pinned] of Object.values(pinnedTitles).entries())
      expect(Math.abs((ratings[at] ?? 0) - pinned)).toBeLessThan(tolerance);
  });

  test.each([
    [
      "es",
      "Los guardianes enloquecían por el mercurio, y nadie se lo había dicho.",
      "Los guardianes enloquecían por el mercurio",
      ["Por el mercurio", "Y nadie se", "Se lo había dicho"],
    ],
    [
      "de",
      "Die Wärter wurden verrückt, weil sie Quecksilber atmeten. Das wusste keiner.",
      "Die Wärter wurden verrückt",
      ["Weil sie", "Sie Quecksilber", "Das wusste"],
    ],
    [
      "fr",
      "Les gardiens devenaient fous à cause du mercure. Personne ne le leur avait dit.",
      "Les gardiens devenaient fous à cause du mercure",
      ["À cause du", "Ne le leur avait dit", "Devenaient fous à"],
    ],
  ])("prefers a title that is complete, in %s", async (_, clip, title, fragments) => {
    const { rateTitles } = createRatingModel(folder);
    const [[best = 0, ...others] = []] = await rateTitles(
      [{ sentences: [clip], titles: [title, ...fragments] }],
      noLimit,
    );
    for (const rating of others) expect(rating).toBeLessThan(best);
  });

  test("reads the marks of its windows in a sentence as no marks", async () => {
    const { rateSentences: rate } = createRatingModel(folder);
    const plain = await rate(["He knew why.", "Yes."], noLimit);
    expect(await rate(["He knew why.</s>", "Yes.<s><pad>"], noLimit)).toEqual(plain);
  });

  test("rates one call after the other", async () => {
    const { rateSentences: rate } = createRatingModel(folder);
    const talks = [["Why were they painted?"], ["Nobody knew.", "He did."]];
    const together = await Promise.all(talks.map((sentences) => rate(sentences, noLimit)));
    const alone = [];
    for (const sentences of talks) alone.push(await rate(sentences, noLimit));
    expect(together).toEqual(alone);
  });

  test("is loaded again after a failure", async () => {
    const empty = await mkdtemp(join(tmpdir(), "ratings-"));
    try {
      const { rateSentences: rate } = createRatingModel(empty);
      await expect(rate(["Yes."], noLimit)).rejects.toThrow("ENOENT");
      for (const name of ["model.onnx", "tokenizer.json"])
        await copyFile(join(folder, name), join(empty, name));
      const ratings = await rate(["Yes."], noLimit);
      expect(ratings).toHaveLength(1);
      // Loaded once: the files are not read again.
      for (const name of ["model.onnx", "tokenizer.json"]) await rm(join(empty, name));
      expect(await rate(["Yes."], noLimit)).toEqual(ratings);
      const late = (): void => {
        throw new Error("no time is left");
      };
      await expect(rate(["Yes."], late)).rejects.toThrow("no time is left");
      await expect(rate(["Yes."], noLimit)).rejects.toThrow("ENOENT");
    } finally {
      await rm(empty, { recursive: true });
    }
  });
});
