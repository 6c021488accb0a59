import { describe, expect, test } from "@jest/globals";
import { type CaptionUnit, captionUnits } from "../../../../core/captions/caption-unit.ts";
import { clampDisplayWords, type PageRules, paginate } from "../../../../core/captions/paginate.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";
import { spoken, word } from "./words.ts";

/** One unit of width per character. */
const rules = (changes: Partial<PageRules> = {}): PageRules => ({
  maxWords: 3,
  maxLines: 2,
  maxLineWidth: 20,
  measure: (unit: CaptionUnit) => ({ width: unit.text.length, spaceWidth: 1 }),
  ...changes,
});

const pages = (entries: readonly WordEntry[], changes: Partial<PageRules> = {}, language = "en") =>
  paginate(captionUnits(entries, { language, punctuation: true }), rules(changes));

const texts = (entries: readonly WordEntry[], changes: Partial<PageRules> = {}, language = "en"): string[] =>
  pages(entries, changes, language).map(({ units }) => units.map(({ text }) => text).join(" "));

describe("pages", () => {
  test("have up to the maximum number of words, balanced", () => {
    expect(texts(spoken("one", "two", "three"))).toEqual(["one two three"]);
    expect(texts(spoken("one", "two", "three", "four"))).toEqual(["one two", "three four"]);
  });

  test("break at sentence ends, not at abbreviations", () => {
    expect(texts(spoken("Yes", ".", "We", "can", "."), { maxWords: 6 })).toEqual(["Yes.", "We can."]);
    expect(texts(spoken("Mr.", "Smith", "went", "."), { maxWords: 6 })).toEqual(["Mr. Smith went."]);
    expect(texts(spoken("The", "U.S.", "army"), { maxWords: 6 })).toEqual(["The U.S. army"]);
  });

  test("prefer to end after a clause and avoid to end with a short word", () => {
    expect(texts(spoken("if", "so,", "we", "go"))).toEqual(["if so,", "we go"]);
    expect(texts(spoken("they", "walk", "to", "the", "park"))).toEqual(["they walk", "to the park"]);
    const italian = "indicato dalla pagina di questo test".split(" ");
    expect(texts(spoken(...italian), { maxWords: 4 }, "it")).toEqual([
      "indicato dalla pagina",
      "di questo test",
    ]);
  });

  test("end with a clause instead of splitting the next one", () => {
    const words = "nobody tells you this, but the first three seconds decide everything".split(" ");
    expect(texts(spoken(...words))).toEqual([
      "nobody tells",
      "you this,",
      "but the first",
      "three seconds",
      "decide everything",
    ]);
    expect(texts(spoken("well,", "I", "know"))).toEqual(["well, I know"]);
  });

  test("keep Japanese endings and particles with the previous word", () => {
    const text = spoken("最初", "の", "三秒", "で", "視聴者", "の", "心", "を", "つかむ");
    expect(texts(text, { maxWords: 3 }, "ja").map((page) => page.replaceAll(" ", ""))).toEqual([
      "最初の三秒で",
      "視聴者の",
      "心をつかむ",
    ]);
  });

  test("end with their last word before a pause", () => {
    const found = pages([word("before", 1, 2), word("after", 12, 13)]);
    expect(found.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds])).toEqual([
      [1, 2],
      [12, 13],
    ]);
  });

  test("last until the next page if the gap is short", () => {
    const near = pages([word("One.", 0, 1), word("Two.", 1.25, 2)]);
    expect(near[0]?.endSeconds).toBe(1.25);
    const far = pages([word("One.", 0, 1), word("Two.", 1.4, 2)]);
    expect(far[0]?.endSeconds).toBe(1);
  });

  test("never exceed the maximum number of lines", () => {
    const long = spoken("abcdefghij", "klmnopqrst", "uvwxyzabcd", "efghijklmn");
    expect(texts(long, { maxWords: 6, maxLineWidth: 12 })).toEqual([
      "abcdefghij klmnopqrst",
      "uvwxyzabcd efghijklmn",
    ]);
  });

  test("contain only one word if it is wider than a line", () => {
    expect(texts(spoken("a", "Donaudampfschifffahrt", "b"), { maxWords: 6, maxLineWidth: 12 })).toEqual([
      "a",
      "Donaudampfschifffahrt",
      "b",
    ]);
  });

  test("contain short words beside a word that is slightly wider than a line", () => {
    const changes = { maxLineWidth: 12 };
    expect(texts(spoken("I", "procrastinated"), changes)).toEqual(["I procrastinated"]);
    expect(texts(spoken("I", "procrastinated", "again", "today"), { ...changes, maxLines: 1 })).toEqual([
      "I",
      "procrastinated",
      "again today",
    ]);
  });

  test("are limited by characters in Japanese", () => {
    const text = spoken("今", "日", "は", "と", "て", "も", "良", "い");
    expect(texts(text, { maxWords: 3 }, "ja").map((page) => page.replaceAll(" ", ""))).toEqual([
      "今日はと",
      "ても良い",
    ]);
  });

  test("can have one word each", () => {
    expect(texts(spoken("one", "two"), { maxWords: 1 })).toEqual(["one", "two"]);
  });

  test("limit displayWords to the range of the orientation", () => {
    expect([1, 8, 40].map((words) => clampDisplayWords(words, true))).toEqual([6, 8, 12]);
    expect([1, 4, 40].map((words) => clampDisplayWords(words, false))).toEqual([1, 4, 6]);
  });

  test("are computed quickly for twelve thousand words", () => {
    const many = Array.from({ length: 12_000 }, (_, index) => word("word", index * 0.3, index * 0.3 + 0.3));
    const found = pages(many);
    expect(found.flatMap(({ units }) => units)).toHaveLength(12_000);
  });
});
