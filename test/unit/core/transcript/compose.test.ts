import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { composeTranscript } from "../../../../core/transcript/compose.ts";
import type { Recognition } from "../../../../core/transcript/recognition.ts";
import { splitPunctuation } from "../../../../core/transcript/split-punctuation.ts";
import { truncateTranscript } from "../../../../core/transcript/truncate.ts";

const recognitionOf = (
  language: string | null,
  ...words: [string, number, number, boolean?][]
): Recognition => ({
  language,
  languageConfidence: 1,
  engine: "whisper",
  words: words.map(([text, startSeconds, endSeconds, spaceBefore = true]) => ({
    text,
    spaceBefore,
    startSeconds,
    endSeconds,
    confidence: 0.91234,
  })),
});

const summaryOf = (recognition: Recognition, duration = 100) =>
  composeTranscript(recognition, duration).map((entry) => [
    entry.type,
    entry.text,
    entry.startSeconds,
    entry.endSeconds,
  ]);

describe("splitPunctuation", () => {
  test.each([
    ["Ford,", "", "Ford", ","],
    ['"Ford,"', '"', "Ford", ',"'],
    ["(see", "(", "see", ""],
    ["¿Qué?", "¿", "Qué", "?"],
    ["don’t", "", "don’t", ""],
    ["don't", "", "don't", ""],
    ["'em", "", "'em", ""],
    ["dogs’", "", "dogs’", ""],
    ["$43,000.", "", "$43,000", "."],
    ["2016,", "", "2016", ","],
    ["43,000.50", "", "43,000.50", ""],
    ["50%.", "", "50%", "."],
    ["me@example.com.", "", "me@example.com", "."],
    ["well-known", "", "well-known", ""],
    ["-minded", "", "-minded", ""],
    ["Mr.", "", "Mr.", ""],
    ["U.S.", "", "U.S.", ""],
    ["end...", "", "end", "..."],
    [".NET,", "", ".NET", ","],
    ['".env"', '"', ".env", '"'],
    ["(.5", "(", ".5", ""],
    ["...so", "...", "so", ""],
    ["—", "", "", "—"],
    ["&", "", "&", ""],
    ["♪ la ♪", "", "la", ""],
    ["日本。", "", "日本", "。"],
    ["مرحبا،", "", "مرحبا", "،"],
  ])("%s", (text, before, word, after) => {
    expect(splitPunctuation(text)).toEqual({ before, word, after });
  });
});

describe("composeTranscript", () => {
  test("places punctuation at the edge of its word", () => {
    expect(summaryOf(recognitionOf("en", ["Hello,", 1, 1.5], ["(well", 1.6, 2], ["done).", 2, 2.4]))).toEqual(
      [
        ["word", "Hello", 1, 1.5],
        ["punctuation", ",", 1.5, 1.5],
        ["punctuation", "(", 1.6, 1.6],
        ["word", "well", 1.6, 2],
        ["word", "done", 2, 2.4],
        ["punctuation", ").", 2.4, 2.4],
      ],
    );
  });

  test("joins fragments without a space between them", () => {
    expect(summaryOf(recognitionOf("en", ["like", 0, 0.3], ["-minded", 0.3, 0.8, false]))).toEqual([
      ["word", "like-minded", 0, 0.8],
    ]);
  });

  test("makes a hyphen between spaces a dash, but not one within a word or before a number", () => {
    const words = ["no", "-", "you", "--", "at", "-5", "well"].map((text, at): [string, number, number] => [
      text,
      at,
      at + 1,
    ]);
    const recognition = recognitionOf("en", ...words, ["-known", 7, 8, false]);
    expect(summaryOf(recognition).map(([, text]) => text)).toEqual([
      "no",
      "–",
      "you",
      "–",
      "at",
      "-5",
      "well-known",
    ]);
  });

  test("segments words of unspaced languages", () => {
    const words = summaryOf(
      recognitionOf(
        "ja",
        ["東京", 0, 0.4, false],
        ["は", 0.4, 0.5, false],
        ["大きい", 0.5, 1, false],
        ["。", 1, 1, false],
      ),
    );
    expect(words.map(([, text]) => text).join("")).toBe("東京は大きい。");
    expect(words.at(-1)).toEqual(["punctuation", "。", 1, 1]);
    expect(words.length).toBeGreaterThanOrEqual(4);
  });

  test("ends words at pauses and uses full-width punctuation", () => {
    const words = summaryOf(
      recognitionOf(
        "zh",
        ["银", 0, 0.2, false],
        ["行", 1, 1.2, false],
        [",", 1.2, 1.2, false],
        ["好", 1.3, 1.5, false],
      ),
    );
    expect(words.map(([type, text]) => `${type} ${text}`)).toEqual([
      "word 银",
      "word 行",
      "punctuation ，",
      "word 好",
    ]);
  });

  test("resolves overlaps without reordering words", () => {
    expect(summaryOf(recognitionOf("en", ["a", 0, 5], ["b", 1, 2], ["c", 1.5, 3]))).toEqual([
      ["word", "a", 0, 1],
      ["word", "b", 1, 1.5],
      ["word", "c", 1.5, 3],
    ]);
  });

  test("separates a broken-off word from the next one", () => {
    expect(
      summaryOf(recognitionOf("en", ["then...", 0, 1], ["he", 2, 3, false])).map(([, text]) => text),
    ).toEqual(["then", "...", "he"]);
  });

  test("keeps amounts, years and URLs as words with times", () => {
    const spoken = summaryOf(
      recognitionOf(
        "en",
        ["$43", 0, 0.5],
        [",000.", 0.5, 1, false],
        ["In", 1, 1.2],
        ["2016,", 1.2, 2],
        ["a@b.org.", 2, 3],
      ),
    );
    expect(spoken.filter(([type]) => type === "word").map(([, text]) => text)).toEqual([
      "$43,000",
      "In",
      "2016",
      "a@b.org",
    ]);
  });

  test("returns an empty transcript for an empty recognition", () => {
    expect(summaryOf(recognitionOf(null))).toEqual([]);
  });

  test("rounds confidence and times to thousandths", () => {
    expect(composeTranscript(recognitionOf("en", ["a", 0.12345, 0.5]), 9)).toEqual([
      { text: "a", type: "word", startSeconds: 0.123, endSeconds: 0.5, confidence: 0.912 },
    ]);
  });

  test("returns ordered entries without overlaps within the media, and keeps every word", () => {
    const word = fc.tuple(
      fc.constantFrom("a", "b,", '"c"', "-d", "e."),
      fc.double({ min: 0, max: 20, noNaN: true }),
      fc.double({ min: 0, max: 20, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(word), fc.double({ min: 0.1, max: 15, noNaN: true }), (words, duration) => {
        const rounded = Math.round(duration * 1000) / 1000;
        const entries = composeTranscript(recognitionOf("en", ...words), rounded);
        expect(entries.filter((entry) => entry.type === "word")).toHaveLength(words.length);
        let end = 0;
        for (const entry of entries) {
          expect(entry.startSeconds).toBeGreaterThanOrEqual(end);
          expect(entry.endSeconds).toBeGreaterThanOrEqual(entry.startSeconds);
          expect(entry.endSeconds).toBeLessThanOrEqual(rounded);
          end = entry.endSeconds;
        }
      }),
    );
  });
});

describe("truncateTranscript", () => {
  const entry = (
    text: string,
    startSeconds: number,
    endSeconds: number,
    type: "word" | "punctuation" = "word",
  ) => ({
    text,
    type,
    startSeconds,
    endSeconds,
  });

  test("drops entries that start after the media and shortens entries that end after it", () => {
    const transcript = [
      entry("a", 0, 1),
      entry("b", 1, 3),
      entry(".", 3, 3, "punctuation"),
      entry("c", 3, 4),
    ];
    expect(truncateTranscript(transcript, 2)).toEqual([entry("a", 0, 1), entry("b", 1, 2)]);
    expect(truncateTranscript(transcript, 3)).toEqual(transcript.slice(0, 3));
    expect(truncateTranscript(transcript, 9)).toEqual(transcript);
    expect(truncateTranscript([], 9)).toEqual([]);
  });
});
