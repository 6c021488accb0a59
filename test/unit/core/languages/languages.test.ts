import { describe, expect, test } from "@jest/globals";
import {
  languageCodes,
  languageOf,
  languageOrDefault,
  parseLanguageCode,
} from "../../../../core/languages/languages.ts";

describe("languages", () => {
  test("are the hundred of the specification, each once, in order", () => {
    expect(languageCodes).toHaveLength(100);
    expect(new Set(languageCodes).size).toBe(100);
    expect([...languageCodes].sort()).toEqual(languageCodes);
  });

  test.each([
    ["en", "en"],
    ["EN", "en"],
    [" Haw ", "haw"],
    ["yue", "yue"],
    ["en-US", null],
    ["xx", null],
    ["", null],
    ["constructor", null],
  ])("%j is %j", (text, code) => {
    expect(parseLanguageCode(text)).toBe(code);
  });

  test("have a spacing and a direction", () => {
    const unspaced = languageCodes.filter((code) => languageOf(code).spacing === "none");
    expect(unspaced).toEqual(["bo", "ja", "km", "lo", "my", "th", "yue", "zh"]);
    const rightToLeft = languageCodes.filter((code) => languageOf(code).direction === "rtl");
    expect(rightToLeft).toEqual(["ar", "fa", "he", "ps", "sd", "ur", "yi"]);
    expect(languageOf("hi").sentenceMarks).toContain("।");
    expect(languageOf("jw").locale).toBe("jv");
  });

  test("have locales and names that Intl accepts", () => {
    for (const code of languageCodes) {
      expect(() => new Intl.Locale(languageOf(code).locale)).not.toThrow();
      expect(languageOf(code).name).not.toBe("");
    }
  });

  test("fall back to English for an absent or unknown code", () => {
    expect(languageOrDefault(null)).toMatchObject({ spacing: "words", direction: "ltr" });
    expect(languageOrDefault("klingon")).toMatchObject({ spacing: "words", direction: "ltr" });
  });
});
