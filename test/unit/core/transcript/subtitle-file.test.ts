import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { subtitleFile } from "../../../../core/transcript/subtitle-file.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";

/** Words of 0.3 s, 0.4 s apart; trailing punctuation becomes a separate entry. */
const sentence = (text: string, from = 0): WordEntry[] =>
  text.split(" ").flatMap((part, index): WordEntry[] => {
    const startSeconds = Math.round((from + index * 0.4) * 1000) / 1000;
    const endSeconds = Math.round((startSeconds + 0.3) * 1000) / 1000;
    const [, word = "", mark = ""] = /^(.*?)([.,?!]?)$/u.exec(part) ?? [];
    const entries: WordEntry[] = [{ text: word, type: "word", startSeconds, endSeconds }];
    if (mark) entries.push({ text: mark, type: "punctuation", startSeconds: endSeconds, endSeconds });
    return entries;
  });

const hello = [...sentence("Hello, world."), ...sentence("How are you?", 3723.5)];

describe("subtitleFile", () => {
  test("writes SubRip", () => {
    expect(subtitleFile(hello, "en", "srt")).toBe(
      "1\r\n00:00:00,000 --> 00:00:00,700\r\nHello, world.\r\n\r\n2\r\n01:02:03,500 --> 01:02:04,600\r\nHow are you?\r\n\r\n",
    );
  });

  test("writes WebVTT with escaped markup", () => {
    const entries = sentence("<b>Tom & Jerry 1-->2");
    expect(subtitleFile(entries, "en", "vtt")).toBe(
      "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\n&lt;b&gt;Tom &amp; Jerry 1--&gt;2\n\n",
    );
  });

  test("writes SubRip text that cannot be parsed as cue times or the end of a cue", () => {
    const entries: WordEntry[] = [
      { text: "one\n\n2\n00:00:01,000 --> 00:00:02,000", type: "word", startSeconds: 0, endSeconds: 1 },
    ];
    expect(subtitleFile(entries, "en", "srt")).toBe(
      "1\r\n00:00:00,000 --> 00:00:01,000\r\none 2 00:00:01,000 → 00:00:02,000\r\n\r\n",
    );
  });

  test("writes SubRip text that cannot be parsed as a tag or a position", () => {
    const text = "<b>Tom</b> 1<2 3>2 {\\an8} <3 AT&T {ok}";
    const [, , line = ""] = subtitleFile(sentence(text), "en", "srt").split("\r\n");
    expect(line).toBe("<\u2060b>Tom<\u2060/b> 1<\u20602 3>2 {\u2060\\an8} <3 AT&T {ok}");
    expect(line.replaceAll("\u2060", "")).toBe(text);
  });

  test("carries rounded times over and writes hours with as many digits as needed", () => {
    const long: WordEntry[] = [{ text: "a", type: "word", startSeconds: 3599.9996, endSeconds: 360_000.5 }];
    expect(subtitleFile(long, "en", "vtt")).toContain("01:00:00.000 --> 100:00:00.500");
  });

  const linesOfCues = (text: string, language: string): string[][] =>
    subtitleFile(sentence(text), language, "vtt")
      .split("\n\n")
      .flatMap((cue) => (cue.includes(" --> ") ? [cue.split("\n").slice(1)] : []));

  test.each([
    [
      "en",
      "To help inspect the side-by-side comparison, which shows the human labeled transcription",
      [
        ["To help inspect", "the side-by-side comparison,"],
        ["which shows the human", "labeled transcription"],
      ],
    ],
    [
      "en",
      "He was middle class and we are glad to welcome his gospel to us and to all the others here",
      [
        ["He was middle class", "and we are glad to welcome"],
        ["his gospel to us", "and to all the others here"],
      ],
    ],
    ["it", "troverà un numero di modelli della prova", [["troverà un numero di modelli della prova"]]],
  ])(
    "divides cues and lines evenly, and not after a word that belongs to the next (%s)",
    (language, text, expected) => {
      expect(linesOfCues(text, language)).toEqual(expected);
    },
  );

  test("has no line of more than 42 characters where text can be divided", () => {
    const word = fc.stringMatching(/^[a-z]{1,20}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 60 }), (words) => {
        const lines = linesOfCues(words.join(" "), "en").flat();
        expect(lines.join(" ")).toBe(words.join(" "));
        expect(lines.filter((line) => line.length > 42)).toEqual([]);
      }),
    );
  });

  test("keeps right-to-left text in logical order with its punctuation", () => {
    expect(subtitleFile(sentence("مرحبا بالعالم!"), "ar", "vtt")).toContain("\nمرحبا بالعالم!\n");
  });

  test("writes consecutive cues for words with the same time", () => {
    const entries = ["One.", "Two.", "Three."].map(
      (text): WordEntry => ({ text, type: "word", startSeconds: 1, endSeconds: 1 }),
    );
    expect(subtitleFile(entries, "en", "srt").match(/\S+ --> \S+/g)).toEqual([
      "00:00:01,000 --> 00:00:01,001",
      "00:00:01,001 --> 00:00:01,002",
      "00:00:01,002 --> 00:00:01,502",
    ]);
  });

  test("writes plain text with a paragraph per long pause", () => {
    expect(subtitleFile(hello, "en", "txt")).toBe("Hello, world.\nHow are you?\n");
  });

  test("writes an empty transcript", () => {
    expect(subtitleFile([], null, "srt")).toBe("1\r\n00:00:00,000 --> 00:00:00,001\r\n\r\n\r\n");
    expect(subtitleFile([], null, "vtt")).toBe("WEBVTT\n\n");
    expect(subtitleFile([], null, "txt")).toBe("");
  });

  test("splits long sentences after a clause into two lines of at most 42 characters", () => {
    const text =
      "When the weather turned colder than anyone had expected, we carried the chairs inside and lit the stove.";
    const cues = subtitleFile(sentence(text), "en", "srt").trimEnd().split("\r\n\r\n");
    expect(cues.map((cue) => cue.split("\r\n").slice(2))).toEqual([
      ["When the weather turned colder", "than anyone had expected,"],
      ["we carried the chairs", "inside and lit the stove."],
    ]);
  });

  test("writes unspaced scripts without spaces and with shorter lines", () => {
    const characters = [..."秋天总是那么富有诗意树叶渐渐变红街道旁的银杏树也开始落叶人们穿上厚重的外套"];
    const entries = characters.map(
      (text, at): WordEntry => ({ text, type: "word", startSeconds: at * 0.1, endSeconds: at * 0.1 + 0.1 }),
    );
    const lines = subtitleFile(entries, "zh", "srt")
      .split("\r\n")
      .filter((line) => /\p{sc=Han}/u.test(line));
    expect(lines.join("")).toBe(characters.join(""));
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(17);
  });

  test("gives every cue a duration without overlaps", () => {
    const gap = fc.double({ min: 0, max: 3, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom("a", "long-word", "x."), gap, gap)), (words) => {
        let clock = 0;
        const entries = words.map(([text, pause, length]): WordEntry => {
          const startSeconds = Math.round((clock + pause) * 1000) / 1000;
          clock = Math.round((startSeconds + length) * 1000) / 1000;
          return { text, type: "word", startSeconds, endSeconds: clock };
        });
        const times = [...subtitleFile(entries, "en", "vtt").matchAll(/(\S+) --> (\S+)/g)];
        let before = "";
        for (const [, start = "", end = ""] of times) {
          expect(end > start).toBe(true);
          expect(start >= before).toBe(true);
          before = end;
        }
      }),
    );
  });
});
