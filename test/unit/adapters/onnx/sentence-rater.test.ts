import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { describe, expect, test } from "@jest/globals";
import { createSentenceRater } from "../../../../adapters/onnx/sentence-rater.ts";

const folder = resolve(import.meta.dirname, "../../../../models/sentence-ratings");

/** By the library `tokenizers` (Python), version 0.23.3, with which the network was trained. */
const tokensOf: Readonly<Record<string, string>> = {
  "Why were the lighthouses painted in stripes?": "▁Why ▁were ▁the ▁light house s ▁paint ed ▁in ▁strip es ?",
  "In 1899 he carried 200 litres of oil – “every night”!":
    "▁In ▁18 99 ▁he ▁carried ▁200 ▁litre s ▁of ▁oil ▁– ▁“ ever y ▁night ” !",
  "Die gefährlichste Arbeit war nicht auf einem Schiff.":
    "▁Die ▁gefährlich ste ▁Arbeit ▁war ▁nicht ▁auf ▁einem ▁Schi ff .",
  "¿Por qué los faros tienen rayas?": "▁¿ Por ▁qué ▁los ▁far os ▁tienen ▁raya s ?",
  "なぜ灯台には縞模様があるのでしょうか？": "▁ なぜ 灯 台 には 縞 模 様 がある のでしょうか ?",
  "我们今天讲的是 AI，你知道吗？": "▁我们 今天 讲 的是 ▁AI , 你知道 吗 ?",
  "لماذا رسمت الخطوط على المنارات؟": "▁لماذا ▁رسم ت ▁ال خطوط ▁على ▁الم نا رات ؟",
  "Почему маяки полосатые?": "▁Почему ▁ма я ки ▁пол ос ат ые ?",
  "ﬁne ½ Ⅳ ＡＢＣ": "▁fine ▁1⁄2 ▁IV ▁ABC",
  "a  b 🎉 ☃": "▁a ▁b ▁ 🎉 ▁ ☃",
};

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

  test("reads the tokens with which it was trained", async () => {
    const tokenizer = new Tokenizer(JSON.parse(await readFile(join(folder, "tokenizer.json"), "utf8")), {});
    const texts = Object.keys(tokensOf);
    const tokens = texts.map((text) =>
      tokenizer.encode(text, { add_special_tokens: false }).tokens.join(" "),
    );
    expect(Object.fromEntries(texts.map((text, at) => [text, tokens[at]]))).toEqual(tokensOf);
  });

  test("is loaded by the first call only, and again after a failure", async () => {
    const missing = await mkdtemp(join(tmpdir(), "ratings-"));
    await rm(missing, { recursive: true });
    const rate = createSentenceRater(missing);
    await expect(rate(["Yes."])).rejects.toThrow("ENOENT");
    await expect(rate(["Yes."])).rejects.toThrow("ENOENT");
  });
});
