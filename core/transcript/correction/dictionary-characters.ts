import { foldText } from "../../text/similarity.ts";
import type { Recognition } from "../recognition.ts";
import type { Term } from "./dictionary-terms.ts";
import { type RecognizedToken, recognizedCharacters } from "./recognized-tokens.ts";
import { tokenize } from "./reference-tokens.ts";

type Word = Recognition["words"][number];

/** Shorter terms are contained in too many other words, and must match exactly. */
const minCharacters = 4;
/** One mismatch is tolerated per this many characters. */
const charactersPerMismatch = 4;
const maxMismatches = 2;
/** Characters recognized with this confidence are kept. */
const highConfidence = 0.9;

/**
 * Replaces characters that resemble a dictionary term, in languages without spaces, by spelling alone: terms of at least
 * four characters, one in four of which may differ. Words of another script ("Capstack") get the dictionary's case.
 */
export const correctUnspacedText = (recognition: Recognition, terms: readonly Term[]): Recognition => {
  const { language } = recognition;
  const characters = recognizedCharacters(recognition);
  // Up to a thousand terms are compared at every character, which is faster on integers than on strings.
  const ids = new Map<string, number>();
  const idOf = (key: string): number => {
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    return id;
  };
  const recognized = Int32Array.from(characters, ({ key }) => idOf(key));
  let isChanged = false;
  for (const term of terms) {
    const expected = tokenize(term.words.join(" "), language, { startSeconds: 0, endSeconds: 0 });
    const keys = expected.map(({ key }) => key);
    const expectedIds = Int32Array.from(keys, idOf);
    const mismatches = toleratedMismatches(keys.length);
    for (let at = 0; at + keys.length <= characters.length; at += 1) {
      if (!isWithinMismatches(mismatches, recognized, at, expectedIds)) continue;
      if (!isLikelyMisrecognition(characters, at, keys)) continue;
      for (const [index, { text }] of expected.entries()) {
        const character = characters[at + index];
        if (character === undefined) continue;
        const marks = character.text.replace(/^[\p{L}\p{N}\p{M}]+/u, "");
        if (character.text === text || character.text === text + marks) continue;
        characters[at + index] = { ...character, text: text + marks, key: foldText(text) };
        recognized[at + index] = idOf(foldText(text));
        isChanged = true;
      }
    }
  }
  const words = characters.map(({ key: _, ...word }): Word => word);
  return isChanged ? { ...recognition, words } : recognition;
};

const toleratedMismatches = (characters: number): number =>
  characters < minCharacters ? 0 : Math.min(maxMismatches, Math.floor(characters / charactersPerMismatch));

const isWithinMismatches = (
  limit: number,
  recognized: Int32Array,
  at: number,
  expected: Int32Array,
): boolean => {
  let mismatches = 0;
  for (let index = 0; index < expected.length; index += 1) {
    if (recognized[at + index] !== expected[index] && ++mismatches > limit) return false;
  }
  return true;
};

/** Whether every character that differs from the term may be a recognition error. */
const isLikelyMisrecognition = (
  characters: readonly RecognizedToken[],
  at: number,
  expected: readonly string[],
): boolean =>
  expected.every((key, index) => {
    const recognized = characters[at + index];
    if (recognized === undefined || recognized.key === key) return recognized !== undefined;
    if (recognized.key === "" || recognized.confidence >= highConfidence) return false;
    const isEdge = index === 0 || index === expected.length - 1;
    return !(isEdge && isFromNeighbor(recognized.key, key));
  });

/** Particles and characters of another script belong to the neighboring word. */
const isFromNeighbor = (recognized: string, expected: string): boolean =>
  /[的了吗嗎呢吧啊在是和有はがをにへとでもの]/u.test(recognized) ||
  scriptOf(recognized) !== scriptOf(expected);

const scriptOf = (character: string): string =>
  /\p{sc=Han}/u.test(character)
    ? "Han"
    : /\p{sc=Hiragana}/u.test(character)
      ? "Hiragana"
      : /[\p{sc=Katakana}ー]/u.test(character)
        ? "Katakana"
        : "other";
