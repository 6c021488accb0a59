import { folded } from "../../text/text-distance.ts";
import type { Recognition } from "../recognition.ts";
import type { Term } from "./dictionary-terms.ts";
import { type Heard, heardCharacters } from "./recognized-characters.ts";
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
  // A thousand terms are looked for at every character: numbers are compared faster than texts.
  const numbers = new Map<string, number>();
  const numberOf = (key: string): number => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  const heard = Int32Array.from(characters, ({ key }) => numberOf(key));
  let isChanged = false;
  for (const term of terms) {
    const wanted = tokensOf(term.words.join(" "), language, { startSeconds: 0, endSeconds: 0 });
    const keys = wanted.map(({ key }) => key);
    const sought = Int32Array.from(keys, numberOf);
    const most =
      keys.length < minCharacters ? 0 : Math.min(maxMisses, Math.floor(keys.length / charactersPerMiss));
    for (let at = 0; at + keys.length <= characters.length; at += 1) {
      if (!differsAtMost(most, heard, at, sought) || !isNear(characters, at, keys)) continue;
      const row = characters.slice(at, at + keys.length);
      for (const [index, { text }] of wanted.entries()) {
        const character = row[index];
        if (character === undefined || character.text === text) continue;
        const marks = character.text.replace(/^[\p{L}\p{N}\p{M}]+/u, "");
        if (character.text === text + marks) continue;
        characters[at + index] = { ...character, text: text + marks, key: folded(text) };
        heard[at + index] = numberOf(folded(text));
        isChanged = true;
      }
    }
  }
  const words = characters.map(({ key: _, ...word }): Word => word);
  return isChanged ? { ...recognition, words } : recognition;
};

const differsAtMost = (most: number, heard: Int32Array, at: number, sought: Int32Array): boolean => {
  let missed = 0;
  for (let index = 0; index < sought.length; index += 1) {
    if (heard[at + index] !== sought[index] && ++missed > most) return false;
  }
  return true;
};

/** Whether what differs may have been misheard. */
const isNear = (characters: readonly Heard[], at: number, wanted: readonly string[]): boolean =>
  wanted.every((key, index) => {
    const heard = characters[at + index];
    if (heard === undefined || heard.key === key) return heard !== undefined;
    if (heard.key === "" || heard.confidence >= sureConfidence) return false;
    const isEdge = index === 0 || index === wanted.length - 1;
    return !(isEdge && isOfNeighbour(heard.key, key));
  });

/** Particles, and what is of another script than the term there: the neighbouring word's rather than a mistake. */
const isOfNeighbour = (heard: string, wanted: string): boolean =>
  /[的了吗嗎呢吧啊在是和有はがをにへとでもの]/u.test(heard) || scriptOf(heard) !== scriptOf(wanted);

const scriptOf = (character: string): string =>
  /\p{sc=Han}/u.test(character)
    ? "Han"
    : /\p{sc=Hiragana}/u.test(character)
      ? "Hiragana"
      : /[\p{sc=Katakana}ー]/u.test(character)
        ? "Katakana"
        : "other";
