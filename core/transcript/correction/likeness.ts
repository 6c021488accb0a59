import { soundLikeness, soundOf, spellingLikeness } from "../../text/text-distance.ts";

/** Below this a likeness says nothing. */
const least = 0.25;

/** Which letters a word has, one bit for each that differ in their last five bits. */
export const lettersOf = (text: string): number => {
  let mask = 0;
  for (let at = 0; at < text.length; at += 1) mask |= 1 << (text.charCodeAt(at) & 31);
  return mask;
};

/** What share of the letters of either word both have, of lettersOf. */
export const sharedLetters = (a: number, b: number): number => bits(a & b) / Math.max(bits(a | b), 1);

/** How many of 32 bits are set. Source: Warren, Hacker's Delight, §5-1. */
const bits = (mask: number): number => {
  let sum = mask - ((mask >>> 1) & 0x5555_5555);
  sum = (sum & 0x3333_3333) + ((sum >>> 2) & 0x3333_3333);
  return (((sum + (sum >>> 4)) & 0x0f0f_0f0f) * 0x0101_0101) >>> 24;
};

/** Words that share fewer of their letters are not compared. */
const leastShared = 0.25;
/** From here on the sound can add nothing that matters. */
const enough = 0.95;

/** English words that are said for two, by how the two are written together. */
const reduced = new Map([
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
export const inFull = (text: string): string => reduced.get(text) ?? text;

interface Form {
  id: number;
  sound: string;
  letters: number;
  digits: string;
}

/**
 * How alike two folded words are in writing or in sound, 0 to 1, reckoned once for each pair. A sound counts a little
 * less than the same letters. Words whose numbers differ are not alike.
 */
export const createLikeness = (): ((a: string, b: string) => number) => {
  const known = new Map<number, number>();
  const forms = new Map<string, Form>();
  const formOf = (text: string): Form => {
    let form = forms.get(text);
    if (form === undefined) {
      const digits = text.replace(/\P{Nd}/gu, "");
      form = { id: forms.size, sound: soundOf(text), letters: lettersOf(text), digits };
      forms.set(text, form);
    }
    return form;
  };
  return (first, second) => {
    const [a, b] = [inFull(first), inFull(second)];
    if (a === b) return 1;
    if (Math.min(a.length, b.length) < Math.max(a.length, b.length) * least) return 0;
    const one = formOf(a);
    const other = formOf(b);
    if (one.digits !== other.digits || sharedLetters(one.letters, other.letters) < leastShared) return 0;
    const pair = one.id * 2 ** 26 + other.id;
    const before = known.get(pair);
    if (before !== undefined) return before;
    const written = spellingLikeness(a, b);
    const likeness =
      written >= enough ? written : Math.max(written, soundLikeness(one.sound, other.sound) * 0.97);
    const told = likeness < least ? 0 : likeness;
    known.set(pair, told);
    return told;
  };
};
