import { phoneticKey, phoneticSimilarity, spellingSimilarity } from "../../text/similarity.ts";

/** Lower similarities are returned as 0. */
const minSimilarity = 0.25;

/** Returns the set of letters of a word as a bit mask, by the last five bits of each UTF-16 unit. */
export const letterMask = (text: string): number => {
  let mask = 0;
  for (let at = 0; at < text.length; at += 1) mask |= 1 << (text.charCodeAt(at) & 31);
  return mask;
};

/** Returns the share of common letters of two letter masks, 0 to 1. */
export const sharedLetterRatio = (a: number, b: number): number =>
  bitCount(a & b) / Math.max(bitCount(a | b), 1);

/** Number of bits set. Source: Warren, Hacker's Delight, §5-1. */
const bitCount = (mask: number): number => {
  let sum = mask - ((mask >>> 1) & 0x5555_5555);
  sum = (sum & 0x3333_3333) + ((sum >>> 2) & 0x3333_3333);
  return (((sum + (sum >>> 4)) & 0x0f0f_0f0f) * 0x0101_0101) >>> 24;
};

/** Words that share fewer of their letters are not compared. */
const minSharedLetters = 0.25;
/** From this spelling similarity on the phonetic similarity is not computed. */
const sufficientSpelling = 0.95;

/** English contractions and the phrases that they stand for. */
const contractions = new Map([
  ["gonna", "goingto"],
  ["wanna", "wantto"],
  ["gotta", "gotto"],
  ["kinda", "kindof"],
  ["sorta", "sortof"],
  ["outta", "outof"],
  ["gimme", "giveme"],
  ["lemme", "letme"],
  ["dunno", "dontknow"],
]);
export const expandContraction = (text: string): string => contractions.get(text) ?? text;

interface Form {
  id: number;
  phonetic: string;
  letters: number;
  digits: string;
}

/**
 * Creates a memoized function for the similarity of two folded words in spelling or pronunciation, 0 to 1. Phonetic
 * similarity counts slightly less than spelling. Words with different digits have similarity 0.
 */
export const createSimilarity = (): ((a: string, b: string) => number) => {
  const known = new Map<number, number>();
  const forms = new Map<string, Form>();
  const formOf = (text: string): Form => {
    let form = forms.get(text);
    if (form === undefined) {
      const digits = text.replace(/\P{Nd}/gu, "");
      form = { id: forms.size, phonetic: phoneticKey(text), letters: letterMask(text), digits };
      forms.set(text, form);
    }
    return form;
  };
  return (first, second) => {
    const [a, b] = [expandContraction(first), expandContraction(second)];
    if (a === b) return 1;
    if (Math.min(a.length, b.length) < Math.max(a.length, b.length) * minSimilarity) return 0;
    const one = formOf(a);
    const other = formOf(b);
    if (one.digits !== other.digits || sharedLetterRatio(one.letters, other.letters) < minSharedLetters)
      return 0;
    const pair = one.id * 2 ** 26 + other.id;
    const before = known.get(pair);
    if (before !== undefined) return before;
    const spelling = spellingSimilarity(a, b);
    const similarity =
      spelling >= sufficientSpelling
        ? spelling
        : Math.max(spelling, phoneticSimilarity(one.phonetic, other.phonetic) * 0.97);
    const result = similarity < minSimilarity ? 0 : similarity;
    known.set(pair, result);
    return result;
  };
};
