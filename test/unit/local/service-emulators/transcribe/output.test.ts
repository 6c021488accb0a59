import { describe, expect, test } from "@jest/globals";
import type { Recognition } from "../../../../../core/transcript/recognition.ts";
import {
  recognitionFromTranscribe,
  transcribeOutputSchema,
} from "../../../../../core/transcript/transcribe-output.ts";
import { type Identification, outputOf } from "../../../../../local/service-emulators/transcribe/output.ts";

const word = (text: string, spaceBefore: boolean, at: number) => ({
  text,
  spaceBefore,
  startSeconds: at,
  endSeconds: at + 0.25,
  confidence: 0.875,
});
const recognition = (language: string, words: Recognition["words"]): Recognition => ({
  language,
  languageConfidence: 0.75,
  engine: "whisper",
  words,
});

describe("outputOf", () => {
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
  ])("writes a file in %s that is read back as the same recognition", (language, code, words) => {
    for (const identification of ["given", "one", "several"] satisfies Identification[]) {
      const file = outputOf("job", "000000000000", recognition(language, words), code, identification);
      const given = identification === "given" ? language : null;
      const read = recognitionFromTranscribe(transcribeOutputSchema.parse(file), given);
      expect(read).toMatchObject({ language, engine: "transcribe", words });
      expect(read.languageConfidence).toBe(identification === "one" ? 0.75 : 1);
    }
  });
});
