import { describe, expect, test } from "@jest/globals";
import { lexiconOf } from "../../../../../core/languages/lexicon.ts";
import { correctByDictionary } from "../../../../../core/transcript/correction/correct-by-dictionary.ts";
import type { Recognition } from "../../../../../core/transcript/recognition.ts";

/** Words of 0.3 s, 0.4 s apart; characters without spaces when the text has none. */
const recognitionOf = (text: string, language: string, confidence: number): Recognition => {
  const isSpaced = !/\p{sc=Han}|\p{sc=Katakana}/u.test(text);
  return {
    language,
    languageConfidence: 1,
    engine: "test",
    words: (isSpaced ? text.split(" ") : [...text]).map((word, index) => ({
      text: word,
      spaceBefore: isSpaced,
      startSeconds: index * 0.4,
      endSeconds: index * 0.4 + 0.3,
      confidence,
    })),
  };
};

const corrected = async (text: string, dictionary: string[], language = "en", confidence = 0.7) => {
  const recognition = recognitionOf(text, language, confidence);
  return correctByDictionary(recognition, dictionary, await lexiconOf(language));
};
const textOf = ({ words }: Recognition): string =>
  words
    .map(({ text, spaceBefore }) => (spaceBefore ? ` ${text}` : text))
    .join("")
    .trim();

describe("correctByDictionary", () => {
  test.each([
    ["two words that are one", "We use cap stack, daily.", ["Capstack"], "We use Capstack, daily."],
    [
      "words that sound alike",
      "the kapsteck and kathrin",
      ["Capstack", "Catherine"],
      "the Capstack and Catherine",
    ],
    ["ordinary words that together sound so", "the cop stack is down", ["Capstack"], "the Capstack is down"],
    ["slips of spelling", "Antiburta, and ablupur", ["AntiBERTa", "ABlooper"], "AntiBERTa, and ABlooper"],
    [
      "capitals of phrases",
      "on amazon web services now",
      ["Amazon Web Services"],
      "on Amazon Web Services now",
    ],
    ["letters one by one", "on A W S or a.w.s. now", ["AWS"], "on AWS or AWS now"],
    ["possessives", "the kapsteck’s price, capstack's", ["Capstack"], "the Capstack’s price, Capstack's"],
    ["plurals", "two capstacks and cap stacks", ["Capstack"], "two Capstacks and Capstacks"],
    ["terms that end in s", "we run post gress here", ["Postgres"], "we run Postgres here"],
    ["compounds", "a capstack-based, non-capstack tool", ["Capstack"], "a Capstack-based, non-Capstack tool"],
    ["capitals within", "iphones and my sql", ["iPhone", "MySQL"], "iPhones and MySQL"],
    [
      "possessives of near misses that end in s",
      "Kuberneties' pods, kubernetes's API",
      ["Kubernetes"],
      "Kubernetes' pods, Kubernetes's API",
    ],
    ["long terms cut into words", "we run cooper netties", ["Kubernetes"], "we run Kubernetes"],
    [
      "accents of names that are words",
      "Mr. Muller, in San Jose",
      ["Müller", "San José"],
      "Mr. Müller, in San José",
    ],
  ])("corrects %s", async (_, text, dictionary, result) => {
    expect(textOf(await corrected(text, dictionary))).toBe(result);
  });

  test.each([
    ["nach Kovloom fahren", ["Kowloon"], "nach Kowloon fahren", "de"],
    ["o Biber disse que", ["Bieber"], "o Bieber disse que", "pt"],
    ["我们去了北京大雪学习", ["北京大学"], "我们去了北京大学学习", "zh"],
    ["クーパネティスを使う", ["クーバネティス"], "クーバネティスを使う", "ja"],
  ])("corrects in other languages: %s", async (text, dictionary, result, language) => {
    expect(textOf(await corrected(text, dictionary, language))).toBe(result);
  });

  test.each([
    ["ordinary words", "a cat saw the convoy and the capstone", ["CAT5", "Conway", "Capstack"]],
    ["ordinary words in a row", "in it we may be to day at now here", ["Init", "Maybe", "Today", "Nowhere"]],
    ["names that are ordinary words", "it will mark us", ["IT", "Will", "Mark", "US"]],
    ["another form of the name", "Martina spoke", ["Martin"]],
    ["what could be two terms", "we met Jonsen", ["Jonson", "Jensen"]],
    ["numbers", "version 25 and B12", ["35", "B13"]],
    ["words across a mark or a sentence", "a cap, stack it. Cap. Stack", ["Capstack"]],
    ["a sentence's capital", "Machine learning", ["machine learning"]],
  ])("keeps %s", async (_, text, dictionary) => {
    expect(textOf(await corrected(text, dictionary))).toBe(text);
  });

  test.each([
    ["wir schneiden die Sachen", "Schneider", "de"],
    ["è bello. Questa casa", "Costa", "it"],
    ["мы видели Анну", "Анна", "ru"],
    ["人们穿上", "人民", "zh"],
  ])("keeps in other languages: %s", async (text, term, language) => {
    const recognition = recognitionOf(text, language, 0.6);
    expect(correctByDictionary(recognition, [term], null)).toBe(recognition);
  });

  test("keeps words of high confidence except homophones of a term", async () => {
    expect(textOf(await corrected("with Jansson today", ["Johnson"], "en", 0.97))).toBe("with Jansson today");
    expect(textOf(await corrected("with Kathrin today", ["Cathrin"], "en", 0.97))).toBe("with Cathrin today");
  });

  test("keeps times and confidence; a merged word has the time of all", async () => {
    const { words } = await corrected("we use cap stack", ["Capstack"]);
    expect(words[2]).toEqual({
      text: "Capstack",
      spaceBefore: true,
      startSeconds: 0.8,
      endSeconds: expect.closeTo(1.5),
      confidence: 0.7,
    });
    const split = await corrected("the amazonwebservices here", ["Amazon Web Services"]);
    expect(split.words.map(({ text }) => text)).toEqual(["the", "Amazon", "Web", "Services", "here"]);
    expect(split.words[1]?.startSeconds).toBeCloseTo(0.4);
    expect(split.words[3]?.endSeconds).toBeCloseTo(0.7);
  });

  test("keeps words that a reference confirmed", async () => {
    const recognition = recognitionOf("the kapsteck price", "en", 0.5);
    expect(correctByDictionary(recognition, ["Capstack"], null, new Set([1]))).toBe(recognition);
  });

  test("accepts any dictionary and text", async () => {
    expect(textOf(await corrected("— hello …", ["", " ", "—", "🎉", "hello"]))).toBe("— hello …");
  });
});

test("matches a term of a letter and symbols only with its symbols", async () => {
  expect(textOf(await corrected("a C section in c++ code", ["C++"]))).toBe("a C section in C++ code");
});

test("keeps a particle after a name", async () => {
  expect(textOf(await corrected("東京スカイツリに行く", ["東京スカイツリー"], "ja"))).toBe(
    "東京スカイツリに行く",
  );
  expect(textOf(await corrected("東京スカイシリーに行く", ["東京スカイツリー"], "ja"))).toBe(
    "東京スカイツリーに行く",
  );
});
