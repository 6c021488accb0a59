import { describe, expect, test } from "@jest/globals";
import { planBatches } from "../../../../core/translation/plan-batches.ts";
import { translationUnitsOf } from "../../../../core/translation/translation-units.ts";
import { wordsFrom } from "./words-from.ts";

describe("translationUnitsOf", () => {
  test.each([
    [
      "en",
      "Dr. Smith paid $3.50. Did you know? I did!",
      ["Dr. Smith paid $3.50.", "Did you know?", "I did!"],
    ],
    ["es", "¿Qué tal? Muy bien, gracias.", ["¿Qué tal?", "Muy bien, gracias."]],
    ["hi", "मैं जाता हूँ। तुम आओ।", ["मैं जाता हूँ।", "तुम आओ।"]],
    ["ja", "今日は 晴れ です。 行き ましょう。", ["今日は晴れです。", "行きましょう。"]],
    ["ar", "كيف حالك؟ أنا بخير.", ["كيف حالك؟", "أنا بخير."]],
    ["fr", "L' homme arrive. Il dort.", ["L'homme arrive.", "Il dort."]],
  ])("splits at the sentence ends of %s", (language, text, expected) => {
    expect(translationUnitsOf(wordsFrom(text), language).map((sentence) => sentence.text)).toEqual(expected);
  });

  test("splits words without punctuation at pauses", () => {
    const words = [...wordsFrom("so this is it"), ...wordsFrom("and now the rest", 3)];
    expect(translationUnitsOf(words, "en").map((sentence) => sentence.text)).toEqual([
      "so this is it",
      "and now the rest",
    ]);
  });

  test("keeps a pause within a sentence as a gap between spans", () => {
    const words = [...wordsFrom("I think", 1), ...wordsFrom("that it works.", 3)];
    const [sentence, ...others] = translationUnitsOf(words, "en");
    expect(others).toEqual([]);
    expect(sentence).toMatchObject({ text: "I think that it works.", startSeconds: 1 });
    expect(sentence?.spoken.map(({ startSeconds }) => startSeconds)).toEqual([1, 3]);
  });

  test("divides a long sentence after clauses without loss", () => {
    const text = `${Array.from({ length: 40 }, (_, index) => `clause number ${index} goes on,`).join(" ")} and ends.`;
    const sentences = translationUnitsOf(wordsFrom(text), "en");
    expect(sentences.map((sentence) => sentence.text).join(" ")).toBe(text);
    expect(Math.max(...sentences.map((sentence) => sentence.text.length))).toBeLessThanOrEqual(320);
    expect(sentences.every((sentence) => /[,.]$/.test(sentence.text))).toBe(true);
  });

  test("divides 200 words without punctuation or a pause into units that a dub can speak", () => {
    const text = Array.from({ length: 200 }, (_, index) => `word${index}`).join(" ");
    const units = translationUnitsOf(wordsFrom(text), "en");
    expect(units.map((unit) => unit.text).join(" ")).toBe(text);
    expect(Math.max(...units.map((unit) => unit.text.length))).toBeLessThanOrEqual(320);
    expect(
      Math.max(...units.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds)),
    ).toBeLessThanOrEqual(30);
    for (const [index, unit] of units.slice(1).entries())
      expect(unit.startSeconds).toBeGreaterThanOrEqual(units[index]?.endSeconds ?? Number.POSITIVE_INFINITY);
  });

  test("returns the mean confidence of the words", () => {
    const words = wordsFrom("Yes it is. No.").map((entry, index) => ({
      ...entry,
      confidence: index < 4 ? 0.5 : 1,
    }));
    expect(translationUnitsOf(words, "en").map((sentence) => sentence.confidence)).toEqual([0.5, 1]);
  });

  test("returns nothing for an empty transcript", () => expect(translationUnitsOf([], "en")).toEqual([]));
});

describe("planBatches", () => {
  test("covers all sentences once, in order, with context", () => {
    const texts = Array.from({ length: 47 }, (_, index) => `Sentence ${index}.`);
    const batches = planBatches(texts);
    expect(batches.flatMap(({ from, to }) => texts.slice(from, to))).toEqual(texts);
    expect(batches[1]).toMatchObject({ from: 20, contextFrom: 17, contextTo: 41 });
  });

  test("makes small batches of long sentences", () => {
    expect(planBatches(Array.from({ length: 4 }, () => "x".repeat(2000)))).toHaveLength(4);
  });
});
