import { expect, test } from "@jest/globals";
import { conceptWords } from "../../../../core/annotation/emoji-concepts.ts";
import labels from "../../../../core/annotation/emoji-labels.json" with { type: "json" };
import { languageCodes } from "../../../../core/languages/languages.ts";

const isEmoji = (text: string): boolean => /^\p{RGI_Emoji}$/v.test(text);

test("emoji labels have known languages, pairs of emoji and word, and no word with two emoji", () => {
  for (const [language, list] of Object.entries(labels)) {
    expect(languageCodes).toContain(language);
    const items = list.split(" ");
    expect(items.length % 2).toBe(0);
    expect(items.filter((item, at) => isEmoji(item) !== (at % 2 === 0))).toEqual([]);
  }
});

test("concept words of each language have a color emoji", () => {
  const written = languageCodes.filter((code) => conceptWords(code).length > 0);
  expect(written).toEqual(["ar", "de", "en", "es", "fr", "hi", "it", "ja", "ko", "pt", "ru", "zh"]);
  for (const code of written) {
    const words = conceptWords(code);
    expect(words.filter(([word, emoji]) => word === "" || !isEmoji(emoji))).toEqual([]);
  }
});
