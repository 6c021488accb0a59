import type { Recognition } from "../recognition.ts";
import { folded } from "../text-distance.ts";
import type { Term } from "./dictionary-terms.ts";
import { type Heard, heardCharacters } from "./heard-characters.ts";
import { tokensOf } from "./reference-cues.ts";

type Word = Recognition["words"][number];

/** Shorter terms are parts of too many other words. */
const minCharacters = 4;
/** One character in so many may be wrong. */
const charactersPerMiss = 4;
const maxMisses = 2;
/** A recogniser this sure of a character has heard it. */
const sureConfidence = 0.9;

/**
 * Near misses of a dictionary's terms in a language that writes no spaces, by spelling alone: a term of at least four
 * characters, one in four of which may differ. Words of another script ("Capstack") are put right in their capitals.
 */
export const correctCharacters = (recognition: Recognition, terms: readonly Term[]): Recognition => {
  const { language } = recognition;
  const characters = heardCharacters(recognition);
  let isChanged = false;
  for (const term of terms) {
    const wanted = tokensOf(term.words.join(" "), language, { startSeconds: 0, endSeconds: 0 });
    for (let at = 0; at + wanted.length <= characters.length; at += 1) {
      const row = characters.slice(at, at + wanted.length);
      if (
        !isNear(
          row,
          wanted.map(({ key }) => key),
        )
      )
        continue;
      for (const [index, { text }] of wanted.entries()) {
        const character = row[index];
        if (character === undefined || character.text === text) continue;
        const marks = character.text.replace(/^[\p{L}\p{N}\p{M}]+/u, "");
        if (character.text === text + marks) continue;
        characters[at + index] = { ...character, text: text + marks, key: folded(text) };
        isChanged = true;
      }
    }
  }
  const words = characters.map(({ key: _, ...word }): Word => word);
  return isChanged ? { ...recognition, words } : recognition;
};

const isNear = (row: readonly Heard[], wanted: readonly string[]): boolean => {
  const missed = row.filter(({ key }, index) => key !== wanted[index]);
  if (missed.length === 0) return true;
  if (wanted.length < minCharacters || row[0]?.key === "") return false;
  return (
    missed.length <= Math.min(maxMisses, Math.floor(wanted.length / charactersPerMiss)) &&
    missed.every(({ confidence, key }) => confidence < sureConfidence && key !== "")
  );
};
