import { LanguageCode } from "@aws-sdk/client-transcribe";
import { describe, expect, test } from "@jest/globals";
import { languageCodes } from "../../../../core/languages/languages.ts";
import { chooseEngine, type SpeechRequirements } from "../../../../core/transcript/choose-engine.ts";
import {
  languageOfTranscribeCode,
  synchronousCodeOf,
  synchronousLanguageOf,
  transcribeCodeOf,
  transcribeCodes,
} from "../../../../core/transcript/transcribe-languages.ts";

const requirements: SpeechRequirements = {
  language: "en",
  hasDictionary: false,
  outputs: { words: true, disfluencies: false, audibleSpans: false, englishTranslation: false },
  durationSeconds: 60,
  isShort: false,
  needsConfidence: false,
};
const whisperOnly = { engine: "whisper", fallback: null, isSynchronous: false };
const transcribeFirst = { engine: "transcribe", fallback: "whisper", isSynchronous: false };

/** Requirements that Transcribe does not support. */
const unsupported: [string, Partial<SpeechRequirements>][] = [
  ["a language that it lacks", { language: "ur" }],
  ["media beyond four hours", { durationSeconds: 4 * 3600 + 1 }],
  ["media below half a second", { durationSeconds: 0.49 }],
  [
    "fillers",
    { outputs: { words: true, disfluencies: true, audibleSpans: true, englishTranslation: false } },
  ],
  [
    "sounds beside the words",
    { outputs: { words: true, disfluencies: false, audibleSpans: true, englishTranslation: false } },
  ],
  [
    "speech put into English",
    { outputs: { words: true, disfluencies: false, audibleSpans: false, englishTranslation: true } },
  ],
  [
    "sounds alone",
    { outputs: { words: false, disfluencies: false, audibleSpans: true, englishTranslation: false } },
  ],
];

describe("chooseEngine", () => {
  test.each([
    ["a language that both have", {}],
    ["no language", { language: null }],
    ["exactly four hours", { durationSeconds: 4 * 3600 }],
    ["exactly half a second", { durationSeconds: 0.5 }],
  ])("chooses Transcribe with Whisper as fallback: %s", (_, change) => {
    expect(chooseEngine("auto", { ...requirements, ...change })).toEqual(transcribeFirst);
    expect(chooseEngine("transcribe", { ...requirements, ...change })).toEqual(transcribeFirst);
  });

  test.each(unsupported)("chooses Whisper only for what Transcribe does not support: %s", (_, change) => {
    for (const option of ["auto", "transcribe", "whisper"] as const)
      expect(chooseEngine(option, { ...requirements, ...change })).toEqual(whisperOnly);
  });

  test("chooses Whisper for a dictionary unless the operator sets Transcribe", () => {
    const withDictionary = { ...requirements, hasDictionary: true };
    expect(chooseEngine("auto", withDictionary)).toEqual({
      engine: "whisper",
      fallback: "transcribe",
      isSynchronous: false,
    });
    expect(chooseEngine("auto", { ...withDictionary, language: "yo" })).toEqual(whisperOnly);
    expect(chooseEngine("transcribe", withDictionary)).toEqual(transcribeFirst);
  });

  test.each([
    ["in a supported language", {}, true],
    ["in a language that is to be identified", { language: null }, true],
    ["in Cantonese", { language: "yue" }, true],
    ["in a language that only jobs support", { language: "ru" }, false],
    ["with a dictionary, whose correction takes confidences", { hasDictionary: true }, false],
    ["whose words need a confidence", { needsConfidence: true }, false],
    ["that is not short", { isShort: false }, false],
  ])("has short media transcribed synchronously: %s", (_, change, isSynchronous) => {
    const short = { ...requirements, isShort: true, ...change };
    expect(chooseEngine("transcribe", short)).toEqual({ ...transcribeFirst, isSynchronous });
  });

  test("never sends media to Transcribe when the operator sets Whisper", () => {
    expect(chooseEngine("whisper", requirements)).toEqual(whisperOnly);
    expect(chooseEngine("whisper", { ...requirements, hasDictionary: true })).toEqual(whisperOnly);
  });
});

describe("Transcribe language codes", () => {
  const known: readonly string[] = Object.values(LanguageCode);

  test("are known to the SDK", () => {
    expect(transcribeCodes.filter((code) => !known.includes(code))).toEqual([]);
  });

  test("include every SDK code of a supported language", () => {
    const renamed: Record<string, string> = { jv: "jw", nb: "no" };
    const missing = known.filter((code) => {
      const [language = ""] = code.split("-");
      const isOurs = (languageCodes as readonly string[]).includes(renamed[language] ?? language);
      return isOurs && languageOfTranscribeCode(code) === null;
    });
    expect(missing).toEqual([]);
  });

  test.each([
    ["en", "en-US"],
    ["jw", "jv-ID"],
    ["yue", "zh-HK"],
    ["zh", "zh-CN"],
    ["et", "et-EE"],
    ["pt", "pt-BR"],
  ])("map %s to %s", (language, code) => {
    expect(transcribeCodeOf(language)).toBe(code);
    expect(languageOfTranscribeCode(code)).toBe(language);
  });

  test("of TranscribeAudio support ten languages and map back to them", () => {
    const supported = languageCodes.filter((code) => synchronousCodeOf(code) !== null);
    expect(supported.join(" ")).toBe("de en es fr it ja ko pt yue zh");
    expect(supported.map((code) => synchronousLanguageOf(synchronousCodeOf(code) ?? ""))).toEqual(supported);
    expect(synchronousLanguageOf("xx")).toBeNull();
  });

  test("support 80 of the 100 languages and map every variant back to its language", () => {
    expect(languageCodes.filter((code) => transcribeCodeOf(code) !== null)).toHaveLength(80);
    expect(languageOfTranscribeCode("zh-TW")).toBe("zh");
    expect(languageOfTranscribeCode("en-WL")).toBe("en");
    expect(languageOfTranscribeCode("zu-ZA")).toBeNull();
  });
});
