import { describe, expect, test } from "@jest/globals";
import { isFunctionWord } from "../../../../core/languages/function-words.ts";

describe("words that belong to the next one", () => {
  test.each([
    ["en", "The", true],
    ["en", "die", false],
    ["en", "of,", false],
    ["de", "die", true],
    ["it", "della", true],
    ["nl", "het", true],
    ["pl", "w", true],
    ["ru", "не", true],
    ["ar", "في", true],
    ["el", "στην", true],
    ["bs", "između", true],
    ["ja", "は", false],
    [null, "het", false],
    [null, "dans", true],
  ])("in %s: %s (%p)", (language, word, expected) => {
    expect(isFunctionWord(word, language)).toBe(expected);
  });
});
