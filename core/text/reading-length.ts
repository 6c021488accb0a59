import { isUnspaced } from "./scripts.ts";

/** A character of an unspaced script counts as 2.5 letters: themes have up to 60 characters, in Chinese and Japanese 24. */
const unspacedWeight = 2.5;

/** Returns how many letters of an alphabet take as long to read as the text. */
export const readingLength = (text: string): number =>
  [...text].reduce((sum, character) => sum + (isUnspaced(character) ? unspacedWeight : 1), 0);
