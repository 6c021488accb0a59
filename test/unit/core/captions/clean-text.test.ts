import { describe, expect, test } from "@jest/globals";
import { captionUnits } from "../../../../core/captions/caption-unit.ts";
import { cleanText, emojiOf, withoutBoxes } from "../../../../core/captions/clean-text.ts";
import { isNoBreakBetween } from "../../../../core/text/line-breaks.ts";
import { spoken } from "./words.ts";

describe("cleanText", () => {
  test.each([
    ["control characters are nothing", "a\u0001b\u009fc\u0000d", "abcd"],
    ["white space of any kind is one space", "a\t\n b\u00a0c\u0085d\u3000e", "a b c d e"],
    ["a byte order mark is no space", "a\ufeffb", "a\u2060b"],
    ["joiners and selectors stay", "\u0646\u200c\u0645 ☺\ufe0f", "\u0646\u200c\u0645 ☺\ufe0f"],
    ["halves of pairs are nothing", "a\ud83db\udc00", "ab"],
    ["blank letters are nothing", "a\u3164b\u115fc", "abc"],
    ["a key's frame belongs to keys", "a\u20e3 1\ufe0f\u20e3 #\u20e3", "a 1\ufe0f\u20e3 #\u20e3"],
    ["what is only invisible is empty", "\u200b\u200d\u2067\ufe0f", ""],
    ["an override ends with its word", "\u202eabc", "\u202eabc\u202c"],
    ["nested marks end in order", "\u2067a\u202bb", "\u2067a\u202bb\u202c\u2069"],
    ["ends of nothing go", "a\u202c\u2069b", "ab"],
  ])("%s", (_name, given, drawn) => {
    expect(cleanText(given)).toBe(drawn);
  });

  test("normalizes to NFC", () => {
    expect(cleanText("e\u0301")).toBe("é");
  });
});

describe("characters that no font has", () => {
  const has = (text: string) => {
    const known = new Set(text);
    return (characters: readonly string[]) => characters.every((character) => known.has(character));
  };

  test("are removed if they are combining marks; their letters are kept", () => {
    expect(withoutBoxes("a\u0351b\u0302", has("ab\u0302"))).toBe("ab\u0302");
    expect(withoutBoxes("x", has(""))).toBe("x");
  });

  test("keep a mark if one font has it together with its letter", () => {
    const fonts = ["ab", "\u0351", "c\u0351"].map(has);
    const covered = (characters: readonly string[]) => fonts.some((font) => font(characters));
    expect(withoutBoxes("a\u0351c\u0351", covered)).toBe("ac\u0351");
  });

  test("are removed if they are unassigned or private-use, unless a font has them", () => {
    expect(withoutBoxes("a\u0378b\ue000c\ue001", has("abc\ue001"))).toBe("abc\ue001");
  });

  test("include no joiners or selectors, which need no glyph", () => {
    expect(withoutBoxes("☺\ufe0f a\u200db", has("☺ ab"))).toBe("☺\ufe0f a\u200db");
  });
});

describe("characters that are kept together", () => {
  test("a grapheme in two entries is one word", () => {
    expect(captionUnits(spoken("ก", "ำ"), { language: "th", punctuation: true })).toHaveLength(1);
    expect(captionUnits(spoken("👩\u200d", "💻"), { language: "en", punctuation: true })).toHaveLength(1);
    expect(captionUnits(spoken("e", "\u0301t"), { language: "fr", punctuation: true })[0]?.text).toBe("ét");
  });

  test("small kana, full stops and brackets do not start or end a line", () => {
    expect(["ゃ", "っと", "ー", "、", "」", "ๆ"].map((after) => isNoBreakBetween("き", after))).toEqual(
      new Array(6).fill(true),
    );
    expect(isNoBreakBetween("「", "き")).toBe(true);
    expect(isNoBreakBetween("き", "や")).toBe(false);
    const units = captionUnits(spoken("き", "ゃ", "く"), { language: "ja", punctuation: true });
    expect(units.map(({ noBreakBefore }) => noBreakBefore)).toEqual([false, true, false]);
  });
});

describe("the emoji of a word", () => {
  const all = (): boolean => true;
  test.each([
    ["💰", "💰"],
    ["👨‍👩‍👧🇫🇷1️⃣", "👨‍👩‍👧🇫🇷1️⃣"],
    ["wow 🔥!", "🔥"],
    ["❤", "❤"],
    ["text", null],
    ["12", null],
    [" ", null],
  ])("%s", (given, drawn) => {
    expect(emojiOf(given, all)).toBe(drawn);
  });

  test("is not drawn when no font has it", () => {
    expect(emojiOf("🔥", () => false)).toBeNull();
  });
});
