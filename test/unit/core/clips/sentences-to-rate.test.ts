import { describe, expect, test } from "@jest/globals";
import { sentencesToRate, sentenceTexts } from "../../../../core/clips/sentences-to-rate.ts";
import { analyzeSpeech } from "../../../../core/clips/speech-analysis.ts";
import { isUnspacedLanguage } from "../../../../core/languages/writing.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";
import { lighthouses, otherTalks, spokenTranscript } from "./talks.ts";

const rateable = (text: string, language = "en") => {
  const { transcript, seconds } = spokenTranscript(text, language);
  const speech = analyzeSpeech(transcript, language, seconds);
  const sentences = sentencesToRate(speech, transcript);
  return { speech, sentences, texts: sentenceTexts(speech, transcript, sentences) };
};

/** Opening punctuation before the first word of a sentence is not part of it. */
const lettersOf = (text: string): string => text.replace(/[\s|¿]/g, "");

describe("the sentences that are rated", () => {
  test("are those of the talk, with their punctuation and single spaces", () => {
    expect(rateable("Why is it dark? Because, of course, the lamp broke! | He knew.").texts).toEqual([
      "Why is it dark?",
      "Because, of course, the lamp broke!",
      "He knew.",
    ]);
  });

  test.each([["en", lighthouses], ...Object.entries(otherTalks)])(
    "have all words of a talk once, in order and below the limit: %s",
    (language, talk) => {
      const { speech, sentences, texts } = rateable(talk, language);
      expect(sentences[0]?.from).toBe(0);
      expect(sentences.at(-1)?.to).toBe(speech.words.length);
      expect(sentences.slice(1).map(({ from }) => from)).toEqual(sentences.slice(0, -1).map(({ to }) => to));
      expect(lettersOf(texts.join(""))).toBe(lettersOf(talk));
      const sizes = sentences.map(({ from, to }) =>
        isUnspacedLanguage(language)
          ? speech.words.slice(from, to).reduce((sum, { text }) => sum + text.length, 0)
          : to - from,
      );
      expect(Math.max(...sizes)).toBeLessThanOrEqual(isUnspacedLanguage(language) ? 80 : 45);
    },
  );

  test("are divided at a comma near the middle when they are too long, and not otherwise", () => {
    const half =
      "the keeper of the tower by the coast carried oil for the lamp up the stairs in the cold night air";
    const { texts } = rateable(`It was late. There ${half}, and ${half}, and then ${half}.`);
    expect(texts.map((text) => text.split(" ").length)).toEqual([3, 44, 23]);
    expect(texts[1]).toMatch(/,$/);
    expect(rateable(`It was late. There ${half}, and ${half}.`).texts).toHaveLength(2);
  });

  test("are none in a talk without words, and one in a talk of one word", () => {
    expect(rateable("").sentences).toEqual([]);
    expect(rateable("Yes.").sentences).toEqual([{ from: 0, to: 1 }]);
  });

  test("have a word that is too long as a whole", () => {
    expect(rateable("ん".repeat(200), "ja").texts.join("")).toBe("ん".repeat(200));
  });
});

/** A talk without punctuation and pauses: a single sentence. */
const breathless = (count: number): WordEntry[] =>
  Array.from({ length: count }, (_, at) => ({
    type: "word",
    text: `word${at % 97}`,
    startSeconds: at * 0.4,
    endSeconds: at * 0.4 + 0.4,
    confidence: 0.9,
  })) as WordEntry[];

test("three hours without punctuation and pauses are divided into parts of a similar size", () => {
  const transcript = breathless(27_000);
  const speech = analyzeSpeech(transcript, "en", 27_000 * 0.4);
  const sentences = sentencesToRate(speech, transcript);
  expect(sentences.length).toBeGreaterThan(27_000 / 45);
  expect(Math.min(...sentences.map(({ from, to }) => to - from))).toBeGreaterThan(4);
});
