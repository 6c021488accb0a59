import { describe, expect, test } from "@jest/globals";
import { composeTranscript } from "../../../../core/transcript/compose.ts";
import { recognitionSchema } from "../../../../core/transcript/recognition.ts";
import {
  recognitionFromTranscribe,
  transcribeOutputSchema,
  UnsupportedLanguageDetected,
} from "../../../../core/transcript/transcribe-output.ts";

type Fields = Record<string, unknown>;

const word = (content: string, start: string, end: string, more: Fields = {}): Fields => ({
  type: "pronunciation",
  start_time: start,
  end_time: end,
  alternatives: [{ content, confidence: "0.98" }],
  ...more,
});
const mark = (content: string, more: Fields = {}): Fields => ({
  type: "punctuation",
  alternatives: [{ content, confidence: "0.0" }],
  ...more,
});

const convert = (
  items: readonly Fields[],
  transcript: string | null,
  given: string | null,
  more: Fields = {},
) => {
  const transcripts = transcript === null ? [] : [{ transcript }];
  const file = {
    jobName: "n",
    accountId: "1",
    status: "COMPLETED",
    results: { transcripts, items, ...more },
  };
  return recognitionFromTranscribe(transcribeOutputSchema.parse(file), given);
};
const texts = (
  items: readonly Fields[],
  transcript: string | null,
  given: string | null,
  more: Fields = {},
) =>
  convert(items, transcript, given, more).words.map(
    ({ text, spaceBefore }) => `${spaceBefore ? " " : ""}${text}`,
  );

const askItems = [word("Ask", "0.0", "0.4"), mark(","), word("not", "0.5", "0.81"), mark(".")];

describe("recognitionFromTranscribe", () => {
  test("returns words with punctuation, times and confidence", () => {
    const recognition = convert(askItems, "Ask, not.", "en");
    expect(recognition).toEqual({
      language: "en",
      languageConfidence: 1,
      engine: "transcribe",
      words: [
        { text: "Ask,", spaceBefore: false, startSeconds: 0, endSeconds: 0.4, confidence: 0.98 },
        { text: "not.", spaceBefore: true, startSeconds: 0.5, endSeconds: 0.81, confidence: 0.98 },
      ],
    });
    expect(recognitionSchema.parse(recognition)).toEqual(recognition);
  });

  test.each([
    ["no items", [], ""],
    ["marks alone", [mark(".")], "."],
    ["items without text", [{ type: "pronunciation", alternatives: [] }, word(" ", "0.1", "0.2")], ""],
  ])("returns no words and no language: %s", (_, items, transcript) => {
    const nothing = { language: null, languageConfidence: null, engine: "transcribe", words: [] };
    expect(convert(items, transcript, null)).toEqual(nothing);
    expect(convert(items, transcript, "de")).toEqual(nothing);
  });

  test("uses the first alternative", () => {
    const alternatives = [
      { content: "their", confidence: "0.51" },
      { content: "there", confidence: "0.49" },
    ];
    expect(convert([word("", "0", "1", { alternatives })], null, "en").words).toMatchObject([
      { text: "their", confidence: 0.51 },
    ]);
  });

  test("attaches opening and leading punctuation to the next word", () => {
    const items = [
      mark("¿"),
      word("Qué", "0", "0.3"),
      word("tal", "0.3", "0.5"),
      mark("?"),
      mark("¡"),
      mark("¡"),
      word("Hola", "0.9", "1.2"),
      mark("!"),
      mark("!"),
    ];
    const spaced = ["¿Qué", " tal?", " ¡¡Hola!!"];
    expect(texts(items, "¿Qué tal? ¡¡Hola!!", "es")).toEqual(spaced);
    expect(texts(items, null, "es")).toEqual(["¿Qué", " tal?", "¡¡Hola!!"]);
    expect(texts([mark("-"), word("Yes", "0", "1")], "- Yes", "en")).toEqual(["-Yes"]);
    expect(texts([word("Yes", "0", "1"), mark("(")], "Yes (", "en")).toEqual(["Yes("]);
  });

  test("repairs missing, reversed and negative times", () => {
    const items = [
      word("a", "0.2", "0.1"),
      { type: "pronunciation", alternatives: [{ content: "b" }] },
      word("c", "-1", "0.3"),
    ];
    expect(convert(items, "a b c", "en").words).toMatchObject([
      { startSeconds: 0.2, endSeconds: 0.2 },
      { startSeconds: 0.2, endSeconds: 0.2, confidence: 0 },
      { startSeconds: 0, endSeconds: 0.3 },
    ]);
  });

  test("keeps numbers, amounts and abbreviations whole when composed", () => {
    const items = [
      word("Mr.", "0.0", "0.3"),
      word("Smith", "0.3", "0.6"),
      word("paid", "0.6", "0.9"),
      word("$43,000.50", "0.9", "2.1"),
      mark("."),
    ];
    const entries = composeTranscript(convert(items, "Mr. Smith paid $43,000.50.", "en"), 3);
    expect(entries.map(({ text }) => text)).toEqual(["Mr.", "Smith", "paid", "$43,000.50", "."]);
    expect(entries.at(-1)).toMatchObject({ type: "punctuation", startSeconds: 2.1, endSeconds: 2.1 });
  });
});

describe("spaces between words", () => {
  test.each([
    [
      "zh",
      [word("今天", "0", "0.4"), word("天气", "0.4", "0.8"), mark("。")],
      "今天天气。",
      ["今天", "天气。"],
    ],
    ["ja", [word("私", "0", "0.2"), word("は", "0.2", "0.3"), mark("、")], "私は、", ["私", "は、"]],
    ["th", [word("สวัสดี", "0", "0.5"), word("ครับ", "0.5", "0.9")], "สวัสดีครับ", ["สวัสดี", "ครับ"]],
    ["zh", [word("今天", "0", "0.4"), word("天气", "0.4", "0.8")], "今天 天气", ["今天", "天气"]],
    [
      "ja",
      [word("iPhone", "0", "0.4"), word("15", "0.4", "0.8"), word("は", "0.8", "1")],
      "iPhone 15 は",
      ["iPhone", " 15", "は"],
    ],
    ["zh", [word("New", "0", "0.4"), word("York", "0.4", "0.8")], null, ["New", " York"]],
    ["ko", [word("안녕", "0", "0.4"), word("하세요", "0.4", "0.8")], "안녕 하세요", ["안녕", " 하세요"]],
    ["fr", [word("l'", "0", "0.1"), word("eau", "0.1", "0.4")], "l'eau", ["l'", "eau"]],
    ["en", [word("one", "0", "0.1"), word("two", "0.1", "0.4")], "something else", ["one", " two"]],
  ])("are found in %s: %j", (language, items, transcript, expected) => {
    expect(texts(items, transcript, language)).toEqual(expected);
  });

  test("are absent in unspaced text, whose words composing segments without loss", () => {
    const items = [word("今", "0", "0.2"), word("天天", "0.2", "0.6"), word("气", "0.6", "0.8"), mark("。")];
    const entries = composeTranscript(convert(items, "今天天气。", "zh"), 2);
    expect(entries.map(({ text }) => text)).toEqual(["今天", "天气", "。"]);
  });
});

describe("identified languages", () => {
  test("have the summed score of their variants", () => {
    const identification = [
      { score: "0.4633", code: "en-NZ" },
      { score: "0.2386", language_code: "en-US" },
      { score: "0.2", code: "fr-FR" },
    ];
    const recognition = convert(askItems, "Ask, not.", null, {
      language_code: "en-NZ",
      language_identification: identification,
    });
    expect(recognition.language).toBe("en");
    expect(recognition.languageConfidence).toBeCloseTo(0.7019);
  });

  test("are reduced to the one spoken longest, while spacing follows each word's language", () => {
    const items = [
      word("welcome", "0", "0.5", { language_code: "en-US" }),
      word("home", "0.5", "0.9", { language_code: "en-US" }),
      mark(".", { language_code: "en-US" }),
      word("一つ", "1", "1.4", { language_code: "ja-JP" }),
      word("の", "1.4", "1.5", { language_code: "ja-JP" }),
    ];
    const codes = [
      { language_code: "ja-JP", duration_in_seconds: 1 },
      { language_code: "en-US", duration_in_seconds: "2.5" },
      { language_code: "en-GB", duration_in_seconds: 0.5 },
    ];
    const recognition = convert(items, "welcome home.一つの", null, { language_codes: codes });
    expect(recognition).toMatchObject({ language: "en", languageConfidence: 0.75 });
    expect(texts(items, null, null, { language_codes: codes })).toEqual(["welcome", " home.", "一つ", "の"]);
  });

  test("are rejected when unsupported", () => {
    expect(() => convert(askItems, "Ask, not.", null, { language_code: "zu-ZA" })).toThrow(
      UnsupportedLanguageDetected,
    );
    expect(() => convert(askItems, "Ask, not.", null)).toThrow(UnsupportedLanguageDetected);
  });

  test("are ignored when a language was requested", () => {
    expect(convert(askItems, "Ask, not.", "en", { language_code: "en-US" }).language).toBe("en");
  });
});

test.each([["text"], [{}], [{ results: { items: [{ type: "word", alternatives: [] }] } }]])(
  "a file with another format is rejected: %j",
  (file) => {
    expect(transcribeOutputSchema.safeParse(file).success).toBe(false);
  },
);
