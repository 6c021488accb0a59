import { describe, expect, test } from "@jest/globals";
import { englishFromSpeech } from "../../../../core/translation/speech-translation.ts";
import type { TranslationUnit } from "../../../../core/translation/translation-units.ts";

const unit = (text: string, startSeconds: number, endSeconds: number): TranslationUnit => ({
  text,
  startSeconds,
  endSeconds,
  spoken: [{ startSeconds, endSeconds }],
  confidence: 1,
});

const passage = (text: string, startSeconds: number, endSeconds: number) => ({
  text,
  startSeconds,
  endSeconds,
});

const translated = async (...[units, passages]: Parameters<typeof englishFromSpeech>) => {
  const { units: kept, translator } = englishFromSpeech(units, passages);
  const sentences = kept.map(({ text }) => text);
  const english = await translator.translate({
    from: "es",
    to: "en",
    sentences,
    before: [],
    after: [],
  });
  return sentences.map((sentence, index) => [sentence, english[index]]);
};

describe("the recognizer's English translation", () => {
  test("keeps units whose passage has as many sentences", async () => {
    const units = [unit("Uno.", 0, 2), unit("Dos.", 2, 4)];
    expect(await translated(units, [passage("One. Two.", 0, 4)])).toEqual([
      ["Uno.", "One."],
      ["Dos.", "Two."],
    ]);
  });

  test("merges units whose passage has another number of sentences", async () => {
    const units = [unit("Uno.", 0, 2), unit("Dos.", 2, 4), unit("Tres.", 5, 6)];
    const passages = [passage("One and two.", 0, 4), passage("Three.", 5, 6)];
    expect(await translated(units, passages)).toEqual([
      ["Uno. Dos.", "One and two."],
      ["Tres.", "Three."],
    ]);
  });

  test("has no translation for a unit that the recognizer could not translate", async () => {
    const units = [unit("Uno.", 0, 2), unit("Dos.", 6, 9)];
    expect(await translated(units, [passage("One.", 0, 2)])).toEqual([
      ["Uno.", "One."],
      ["Dos.", null],
    ]);
  });

  test("has no translation for a unit of which only a small part was translated", async () => {
    const units = [unit("Uno dos tres cuatro.", 0, 4)];
    expect(await translated(units, [passage("Four.", 3, 4)])).toEqual([["Uno dos tres cuatro.", null]]);
    expect(await translated(units, [passage("Two three four.", 1, 4)])).toEqual([
      ["Uno dos tres cuatro.", "Two three four."],
    ]);
  });
});
