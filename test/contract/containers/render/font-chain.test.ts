import { describe, expect, test } from "@jest/globals";
import { skia } from "../../../../containers/render/skia-backend.ts";
import { prepareFonts } from "../../../../core/drawing/font-chain.ts";

/** Returns the fonts of a word of a text, most preferred first. */
const fontsOf = (word: string, text = word, language: string | null = null): string[] =>
  prepareFonts(skia.library, text, language)("Montserrat", 800, word)
    .families.split(", ")
    .map((name) => name.replaceAll('"', ""));

describe("The fonts of a text", () => {
  test.each(["Hello", "L’été", "naïve", "¿Qué?", "Größe"])(
    "are the named one alone where it has every character: %s",
    (word) => {
      expect(fontsOf(word)).toEqual(["Montserrat/latin"]);
    },
  );

  test("are not more for a word because another word has another script", () => {
    const fonts = fontsOf("hello", "hello 日本 عالم");
    expect(fonts).not.toContain("Noto Sans Thai/latin");
    expect(fonts.filter((name) => name.startsWith("Noto Sans Arabic"))).toEqual(["Noto Sans Arabic/arabic"]);
  });

  test.each([
    ["ja", "Noto Sans JP"],
    ["zh", "Noto Sans SC"],
    ["yue", "Noto Sans TC"],
  ])("begin with those of the language %s for Han characters", (language, family) => {
    expect(fontsOf("骨", "骨", language)[1]).toMatch(family);
  });

  test("have one for a letter and its mark, which the named one has apart only", () => {
    expect(fontsOf("x̄")).toContain("Noto Sans with marks/800");
  });

  test("have symbols that no font of a script has", () => {
    expect(fontsOf("⏩").some((name) => name.startsWith("Noto Sans Symbols 2"))).toBe(true);
  });
});
