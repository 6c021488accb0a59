import { expect, test } from "@jest/globals";
import { opensNextWord } from "../../../../core/text/mark-sides.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";

/** Entries of texts and their start and end in seconds. */
const entries = (...given: [string, number, number][]): WordEntry[] =>
  given.map(([text, startSeconds, endSeconds]) => ({
    ...{ text, startSeconds, endSeconds },
    type: /[\p{L}\p{N}]/u.test(text) ? "word" : "punctuation",
  }));

test.each([
  ["beside the next word", '"', 2, 2, true],
  ["beside the word before", '"', 1, 1, false],
  ["of Swedish, beside the next word", "”", 2, 2, true],
  ["of German, beside the word before", "“", 1, 1, false],
  ["that ends a sentence, even beside the next word", "。", 2, 2, false],
  ["that ends a quotation, even beside the next word", '?"', 2, 2, false],
  ["that closes a bracket, even beside the next word", "）", 2, 2, false],
  ["that opens a bracket", "（", 2, 2, true],
  ["that opens a question", "¿", 2, 2, true],
])("a mark %s", (_name, text, startSeconds, endSeconds, expected) => {
  expect(opensNextWord(entries(["so", 0, 1], [text, startSeconds, endSeconds], ["go", 2, 3]), 1)).toBe(
    expected,
  );
});

test("between words without a pause, every second straight mark opens, also where others closed with punctuation", () => {
  const texts = ['"', "yes", '?"', "and", '"', "no", '"', "again"];
  const spoken = entries(
    ...texts.map((text, at): [string, number, number] => [text, Math.floor(at / 2), Math.ceil(at / 2)]),
  );
  expect(spoken.map((_, at) => at).filter((at) => opensNextWord(spoken, at))).toEqual([0, 4]);
});

test("a mark after the last word opens nothing", () => {
  expect(opensNextWord(entries(["so", 0, 1], ['"', 1, 1]), 1)).toBe(false);
});
