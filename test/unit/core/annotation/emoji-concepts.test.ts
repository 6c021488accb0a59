import { expect, test } from "@jest/globals";
import { conceptWords } from "../../../../core/annotation/emoji-concepts.ts";
import labels from "../../../../core/annotation/emoji-labels.json" with { type: "json" };
import { languageCodes } from "../../../../core/languages/languages.ts";

const isEmoji = (text: string): boolean => /^\p{RGI_Emoji}$/v.test(text);

test("names of things: known languages, one emoji and one word at a time, no word with two emoji", () => {
  for (const [language, list] of Object.entries(labels)) {
    expect(languageCodes).toContain(language);
    const items = list.split(" ");
    expect(items.length % 2).toBe(0);
    expect(items.filter((item, at) => isEmoji(item) !== (at % 2 === 0))).toEqual([]);
  }
});

test("concepts: each language's words name a colour emoji", () => {
  const written = languageCodes.filter((code) => conceptWords(code).length > 0);
  expect(written).toEqual(["ar", "de", "en", "es", "fr", "hi", "it", "ja", "ko", "pt", "ru", "zh"]);
  for (const code of written) {
    const words = conceptWords(code);
    expect(words.filter(([word, emoji]) => word === "" || !isEmoji(emoji))).toEqual([]);
  }
});
