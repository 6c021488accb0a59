import { folded, soundLikeness, soundOf } from "../../text/text-distance.ts";
import type { Term } from "./dictionary-terms.ts";
import { createLikeness, lettersOf, sharedLetters } from "./likeness.ts";

/** One or more words that were heard in a row, without a pause or a mark between them. */
export interface Phrase {
  /** As heard, without the marks around them. */
  words: readonly string[];
  /** Whether a sentence begins with it: its capital tells nothing. */
  isFirst: boolean;
  /** The lowest of theirs, 0 to 1. */
  confidence: number;
}

/** What a phrase stands for: `before` and `after` are parts of its words that are not the term's ("-based", "’s"). */
export interface Near {
  term: Term;
  before: string;
  after: string;
  /** 1: the same letters. */
  likeness: number;
}

/** Short words are like too many others. */
const minLetters = 4;
const minPhraseLetters = 7;
/** How like a word of so many letters must be; of more letters than these, like the last. */
const neededLikeness: Readonly<Record<number, number>> = { 4: 0.9, 5: 0.86, 6: 0.84, 7: 0.82 };
const ofLongWords = 0.78;
/** More is needed of a part of a word, whose rest is taken for an ending. */
const neededOfPart = 0.05;
/** In languages whose ordinary words are not listed, and for phrases of ordinary words. */
const neededMore = 0.05;
/** And of what the recogniser writes as an ordinary word, for a name. */
const neededOfSmall = 0.05;
/** A recogniser that is as sure as this has heard a word that it knows; it is only taken for its homophone. So are words in a number that is not the term's. */
const sureConfidence = 0.9;
const unsureConfidence = 0.85;
const homophone = 0.93;
/** So many letters, cut into words otherwise ("cooper netties"), are no other words by chance. */
const longCut = 9;
const longHomophone = 0.89;
/** Two terms as near as this to one another: neither is meant for certain. */
const tie = 0.02;
const minShared = 0.5;

/** Languages whose names change their endings: a word that differs there only is the same name. */
const inflecting = new Set(
  "be bg bs cs el et fi hr hu hy is ka kk la lt lv mk pl ro ru sk sl sq sr tr tt uk uz az ba tg eu".split(
    " ",
  ),
);
const inflectedLetters = 3;
/** Without a list of words, "schneiden" must not become "Schneider" anywhere. */
const lastLetter = 1;

/**
 * Finds the term of a dictionary that a phrase stands for: the same letters, or nearly the same in writing or sound.
 * Cautious: an ordinary word never becomes a term unless it is written together with others ("cap stack"); what the
 * recogniser is sure of, what differs in its ending only, and what could be two terms stays.
 *
 * @param ordinary words of the language in lower case; null when they are not known.
 */
export const createNearTerms = (
  terms: readonly Term[],
  language: string | null,
  ordinary: ReadonlySet<string> | null,
): ((phrase: Phrase) => Near | null) => {
  const likeness = createLikeness();
  const byKey = new Map(terms.map((term) => [term.key, term]));
  const isOrdinary = (word: string): boolean =>
    ordinary?.has(word.toLowerCase().replaceAll("’", "'")) ?? false;
  const isInflecting = inflecting.has(language ?? "");

  const sameLetters = (phrase: Phrase, parts: Parts): Near | null => {
    const term = byKey.get(parts.key);
    if (term === undefined || !mayBeWritten(phrase, parts, term)) return null;
    // One letter with signs ("C++") is only that with its signs.
    const isBare = term.key.length === 1 && term.words.join("").length > 1;
    if (isBare && phrase.words.join("").toLowerCase() !== term.words.join("").toLowerCase()) return null;
    return { term, before: parts.before, after: parts.after, likeness: 1 };
  };

  const mayBeWritten = ({ words, isFirst }: Phrase, parts: Parts, term: Term): boolean => {
    if (term.words.length > 1 && words.length === term.words.length) return true;
    const isKnown = words.every((word, index) => isOrdinary(index === words.length - 1 ? parts.last : word));
    if (words.length === 1) {
      // A name as it is written without its accents ("Muller") is meant, though it may be a word.
      const isName = !isFirst && /^\p{Lu}/u.test(words[0] ?? "") && /^\p{Lu}/u.test(term.words[0] ?? "");
      return !isKnown || isName || (term.isPeculiar && parts.key.length >= minLetters);
    }
    // "A W S" is spelled out; "in it" is not "Init".
    if (words.every((word) => /^\p{L}\.?$/u.test(word)))
      return words.every((word) => word === word.toUpperCase());
    const isShort = words.every((word) => [...word].length <= 3) && parts.key.length <= 5;
    return !(isKnown && (isShort || (term.words.length === 1 && isOrdinary(term.key))));
  };

  const nearly = (phrase: Phrase, parts: Parts): Near | null => {
    const { words, confidence } = phrase;
    const { key } = parts;
    const isKnown = words.every((word, index) => isOrdinary(index === words.length - 1 ? parts.last : word));
    // What is only like a term keeps its possessive; it is found without.
    if (parts.after === "" && possessive.test(words.at(-1) ?? "")) return null;
    if (key.length < (words.length > 1 ? minPhraseLetters : minLetters)) return null;
    if (words.length === 1 && (isKnown || isOrdinary(words[0] ?? ""))) return null;
    if ((ordinary === null || isKnown) && confidence >= unsureConfidence) return null;
    const needed =
      (neededLikeness[key.length] ?? ofLongWords) +
      (ordinary === null || isKnown ? neededMore : 0) +
      (parts.before + parts.after === "" ? 0 : neededOfPart);
    const letters = lettersOf(soundOf(key));
    let best: Near | null = null;
    let second: Near | null = null;
    for (const term of terms) {
      const [shorter, longer] = [
        Math.min(key.length, term.key.length),
        Math.max(key.length, term.key.length),
      ];
      if (term.key.length < minLetters || shorter < longer * 0.7) continue;
      if (Math.abs(term.words.length - words.length) > 1) continue;
      if (sharedLetters(letters, term.letters) < minShared) continue;
      const alike = likeness(key, term.key);
      const doubt =
        ordinary === null && (phrase.isFirst || isSmall(words[0])) && !isSmall(term.words[0])
          ? neededOfSmall
          : 0;
      if (alike < needed + doubt || differsInEnding(key, term.key)) continue;
      const isCutLong =
        words.length !== term.words.length && key.length >= longCut && confidence < unsureConfidence;
      if (
        (confidence >= sureConfidence || words.length !== term.words.length) &&
        soundsOf(key, term.key) < (isCutLong ? longHomophone : homophone)
      )
        continue;
      if (!needsAllWords(words, parts, term, alike)) continue;
      const near = { term, before: parts.before, after: parts.after, likeness: alike };
      if (alike > (best?.likeness ?? 0)) [best, second] = [near, best];
      else if (alike > (second?.likeness ?? 0)) second = near;
    }
    return best && second && best.likeness - second.likeness < tie ? null : best;
  };

  const differsInEnding = (a: string, b: string): boolean => {
    if (soundOf(a) === soundOf(b)) return false;
    if (a.startsWith(b) || b.startsWith(a)) return true;
    const letters = isInflecting ? inflectedLetters : lastLetter;
    if (!isInflecting && ordinary !== null) return false;
    let same = 0;
    while (same < a.length && a[same] === b[same]) same += 1;
    return same >= Math.max(a.length, b.length) - letters;
  };

  /** Without its first or last word the phrase must be less like the term. */
  const needsAllWords = (words: readonly string[], parts: Parts, term: Term, alike: number): boolean =>
    words.length === 1 ||
    [words.slice(1), words.slice(0, -1)].every((some, index) => {
      const last = index === 0 ? [...some.slice(0, -1), parts.last] : some;
      return likeness(folded(last.join("")), term.key) < alike;
    });

  return (phrase) => {
    const all = partsOf(phrase.words);
    for (const parts of all) {
      const same = sameLetters(phrase, parts);
      if (same !== null) return same;
    }
    const near = all
      .filter(({ key }) => !byKey.has(key))
      .map((parts) => nearly(phrase, parts))
      .filter((found) => found !== null);
    return near.toSorted((a, b) => b.likeness - a.likeness)[0] ?? null;
  };
};

const isSmall = (word = ""): boolean => /^\p{Ll}/u.test(word);

const soundsOf = (a: string, b: string): number => soundLikeness(soundOf(a), soundOf(b));

interface Parts {
  before: string;
  after: string;
  /** The phrase without `before` and `after`, folded. */
  key: string;
  /** Its last word without `after`. */
  last: string;
}

/** Possessive, plural, and both. */
const endings = [/^(.{2,})(['’]s?)$/iu, /^(.{2,}[^s'’])(s)$/iu, /^(.{2,}[^s'’])(s['’])$/iu];
const possessive = /['’]s?$/iu;

/** A phrase whole, without its possessive or plural, and a compound by its parts. */
const partsOf = (words: readonly string[]): Parts[] => {
  const last = words.at(-1) ?? "";
  const front = words.slice(0, -1).join("");
  const part = (before: string, middle: string, after: string): Parts => ({
    before,
    after,
    key: folded(front + middle),
    last: middle,
  });
  const parts = [part("", last, "")];
  for (const ending of endings) {
    const [, bare, rest] = ending.exec(last) ?? [];
    if (bare && rest) parts.push(part("", bare, rest));
  }
  const compound = /^([^-‐‑]+)([-‐‑].+)$/u.exec(last);
  if (compound?.[1] && compound[2]) parts.push(part("", compound[1], compound[2]));
  const tail = /^(.+[-‐‑])([^-‐‑]+)$/u.exec(last);
  if (words.length === 1 && tail?.[1] && tail[2]) parts.push(part(tail[1], tail[2], ""));
  return parts.filter(({ key }) => key !== "");
};
