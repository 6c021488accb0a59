import { LanguageCode } from "@aws-sdk/client-transcribe";
import { describe, expect, test } from "@jest/globals";
import { languageCodes } from "../../../../core/languages/languages.ts";
import { chooseEngine, type SpeechRequirements } from "../../../../core/transcript/choose-engine.ts";
import {
  languageOfTranscribeCode,
  transcribeCodeOf,
  transcribeCodes,
} from "../../../../core/transcript/transcribe-languages.ts";

const wish: SpeechRequirements = {
  language: "en",
  hasDictionary: false,
  listenFor: { words: true, disfluencies: false, sounds: false, english: false },
  durationSeconds: 60,
};
const whisperAlone = { engine: "whisper", fallback: null };
const transcribeFirst = { engine: "transcribe", fallback: "whisper" };

/** What Transcribe cannot do, whoever asks. */
const unserved: [string, Partial<SpeechRequirements>][] = [
  ["a language that it lacks", { language: "ur" }],
  ["media beyond four hours", { durationSeconds: 4 * 3600 + 1 }],
  ["media below half a second", { durationSeconds: 0.49 }],
  ["fillers", { listenFor: { words: true, disfluencies: true, sounds: true, english: false } }],
  [
    "sounds beside the words",
    { listenFor: { words: true, disfluencies: false, sounds: true, english: false } },
  ],
  [
    "speech put into English",
    { listenFor: { words: true, disfluencies: false, sounds: false, english: true } },
  ],
  ["sounds alone", { listenFor: { words: false, disfluencies: false, sounds: true, english: false } }],
];

describe("the choice of an engine", () => {
  test.each([
    ["a language that both have", {}],
    ["no language", { language: null }],
    ["exactly four hours", { durationSeconds: 4 * 3600 }],
    ["exactly half a second", { durationSeconds: 0.5 }],
  ])("Transcribe where it serves, with Whisper behind it: %s", (_, change) => {
    expect(chooseEngine("auto", { ...wish, ...change })).toEqual(transcribeFirst);
    expect(chooseEngine("transcribe", { ...wish, ...change })).toEqual(transcribeFirst);
  });

  test.each(unserved)("Whisper alone for what Transcribe cannot do: %s", (_, change) => {
    for (const option of ["auto", "transcribe", "whisper"] as const)
      expect(chooseEngine(option, { ...wish, ...change })).toEqual(whisperAlone);
  });

  test("a dictionary is for Whisper, unless the operator wants Transcribe", () => {
    const withDictionary = { ...wish, hasDictionary: true };
    expect(chooseEngine("auto", withDictionary)).toEqual({ engine: "whisper", fallback: "transcribe" });
    expect(chooseEngine("auto", { ...withDictionary, language: "yo" })).toEqual(whisperAlone);
    expect(chooseEngine("transcribe", withDictionary)).toEqual(transcribeFirst);
  });

  test("the choice of Whisper keeps the media from Transcribe whatever happens", () => {
    expect(chooseEngine("whisper", wish)).toEqual(whisperAlone);
    expect(chooseEngine("whisper", { ...wish, hasDictionary: true })).toEqual(whisperAlone);
  });
});

describe("Transcribe's languages", () => {
  const known: readonly string[] = Object.values(LanguageCode);

  test("are codes that its SDK knows", () => {
    expect(transcribeCodes.filter((code) => !known.includes(code))).toEqual([]);
  });

  test("leave out none of the SDK's that stands for a language of ours", () => {
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
  ])("%s is asked for as %s", (language, code) => {
    expect(transcribeCodeOf(language)).toBe(code);
    expect(languageOfTranscribeCode(code)).toBe(language);
  });

  test("serve 80 of the 100, and every variant leads back to its language", () => {
    expect(languageCodes.filter((code) => transcribeCodeOf(code) !== null)).toHaveLength(80);
    expect(languageOfTranscribeCode("zh-TW")).toBe("zh");
    expect(languageOfTranscribeCode("en-WL")).toBe("en");
    expect(languageOfTranscribeCode("zu-ZA")).toBeNull();
  });
});
