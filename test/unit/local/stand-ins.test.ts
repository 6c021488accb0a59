import { describe, expect, test } from "@jest/globals";
import type { Recognition } from "../../../core/transcript/recognition.ts";
import {
  recognitionFromTranscribe,
  transcribeOutputSchema,
} from "../../../core/transcript/transcribe-output.ts";
import { type ServiceModel, violationsOf } from "../../../local/service-emulators/service-model.ts";
import { type Identification, outputOf } from "../../../local/service-emulators/transcribe/output.ts";

const model: ServiceModel = {
  metadata: { targetPrefix: "Thing", jsonVersion: "1.1" },
  operations: {},
  shapes: {
    Request: {
      type: "structure",
      required: ["Name", "Items"],
      members: {
        Name: { shape: "Name" },
        Items: { shape: "Items" },
        Rate: { shape: "Rate" },
        Flag: { shape: "Flag" },
        Tags: { shape: "Tags" },
        At: { shape: "At" },
      },
    },
    Name: { type: "string", min: 2, max: 4, pattern: "^[a-z]+" },
    Colour: { type: "string", enum: ["red", "blue"] },
    Items: { type: "list", min: 1, max: 2, member: { shape: "Colour" } },
    Rate: { type: "integer", min: 8, max: 48 },
    Flag: { type: "boolean" },
    Tags: { type: "map", max: 1, key: { shape: "Name" }, value: { shape: "Colour" } },
    At: { type: "timestamp" },
  },
};
const good = { Name: "abc", Items: ["red"] };
const broken = (change: Record<string, unknown>) =>
  violationsOf(model, "Request", { ...good, ...change }, "");

describe("a request against an SDK's model", () => {
  test.each([[{}], [{ Rate: 8, Flag: false, Tags: { ab: "blue" }, At: 1.5 }], [{ Unknown: 1, Rate: null }]])(
    "is good: %j",
    (change) => {
      expect(broken(change)).toEqual([]);
    },
  );

  test.each([
    [{ Name: undefined }, "name", "must not be null"],
    [{ Name: "a" }, "name", "length greater than or equal to 2"],
    [{ Name: "abcde" }, "name", "length less than or equal to 4"],
    [{ Name: "ab1" }, "name", "regular expression pattern"],
    [{ Items: [] }, "items", "length greater than or equal to 1"],
    [{ Items: ["red", "green"] }, "items.2.member", "enum value set: [red, blue]"],
    [{ Rate: 7 }, "rate", "value greater than or equal to 8"],
    [{ Rate: 49 }, "rate", "value less than or equal to 48"],
    [{ Tags: { ab: "green" } }, "tags.ab", "enum value set"],
    [{ Tags: { a1: "red" } }, "tags", "regular expression pattern"],
  ])("breaks a constraint: %j", (change, path, sentence) => {
    expect(broken(change)).toEqual([
      { path, sentence: expect.stringContaining(sentence), isOfOtherType: false },
    ]);
  });

  test.each([
    [{ Name: 1 }],
    [{ Items: "red" }],
    [{ Items: {} }],
    [{ Rate: 8.5 }],
    [{ Flag: "true" }],
    [{ Tags: [] }],
    [{ At: "now" }],
  ])("is of another type: %j", (change) => {
    expect(broken(change)).toMatchObject([{ isOfOtherType: true }]);
  });
});

const word = (text: string, spaceBefore: boolean, at: number) => ({
  text,
  spaceBefore,
  startSeconds: at,
  endSeconds: at + 0.25,
  confidence: 0.875,
});
const heard = (language: string, words: Recognition["words"]): Recognition => ({
  language,
  languageConfidence: 0.75,
  engine: "whisper",
  words,
});

describe("the file of a job", () => {
  test.each<[string, string, Recognition["words"]]>([
    [
      "en",
      "en-US",
      [
        word("Well,", false, 0.5),
        word("don’t", true, 1),
        word("pay", true, 1.5),
        word("$43,000.50!", true, 2),
      ],
    ],
    ["es", "es-US", [word("¿Qué", false, 0), word("tal?", true, 0.5), word("Bien.", true, 1)]],
    ["ja", "ja-JP", [word("今日", false, 0), word("は、", false, 0.25), word("雨。", false, 0.5)]],
    ["zh", "zh-CN", [word("你好", false, 0), word("世界。", false, 0.25)]],
    ["ko", "ko-KR", [word("안녕", false, 0), word("세계.", true, 0.25)]],
  ])("in %s gives back what was heard", (language, code, words) => {
    for (const way of ["given", "one", "several"] satisfies Identification[]) {
      const file = outputOf("job", "000000000000", heard(language, words), code, way);
      const given = way === "given" ? language : null;
      const read = recognitionFromTranscribe(transcribeOutputSchema.parse(file), given);
      expect(read).toMatchObject({ language, engine: "transcribe", words });
      expect(read.languageConfidence).toBe(way === "one" ? 0.75 : 1);
    }
  });
});
