import { foldText, phoneticKey, phoneticSimilarity } from "../../text/similarity.ts";
import type { Term } from "./dictionary-terms.ts";
import { type PhraseParts, phraseParts } from "./phrase-parts.ts";
import { createSimilarity, letterMask, sharedLetterRatio } from "./similarity.ts";

/** Consecutive recognized words without a pause or a punctuation mark between them. */
export interface Phrase {
  /** Without the punctuation around them. */
  words: readonly string[];
  /** Whether it starts a sentence, so that its capital does not indicate a name. */
  isSentenceStart: boolean;
  /** Lowest confidence of its words, 0 to 1. */
  confidence: number;
}

/** The term that a phrase stands for. `before` and `after` are parts of its words beyond the term ("-based", "’s"). */
export interface TermMatch {
  term: Term;
  before: string;
  after: string;
  /** 0 to 1; 1 for the same letters. */
  similarity: number;
}

/** Shorter words resemble too many others. */
const minLetters = 4;
const minPhraseLetters = 7;
/** Required similarity by number of letters. */
const requiredByLength: Readonly<Record<number, number>> = { 4: 0.9, 5: 0.86, 6: 0.84, 7: 0.82 };
const requiredOfLongWords = 0.78;
/** Added to the required similarity for a part of a word, whose rest is taken for a suffix. */
const partPenalty = 0.05;
/** Added without a lexicon of the language, and for phrases of lexicon words. */
const lexiconPenalty = 0.05;
/** Added where the recognizer writes a lowercase word and the term is a name. */
const lowercasePenalty = 0.05;
/**
 * From this confidence on the recognizer knows the word, and only homophones are replaced. Phrases with another number of
 * words than the term are replaced by homophones only, whatever the confidence.
 */
const highConfidence = 0.9;
const mediumConfidence = 0.85;
const homophoneSimilarity = 0.93;
/** A phrase of this many letters with other word boundaries than the term ("cooper netties") is not a coincidence. */
const longPhraseLetters = 9;
const longHomophoneSimilarity = 0.89;
/** Two terms within this distance of each other are ambiguous. */
const ambiguityMargin = 0.02;
const minSharedLetters = 0.5;
const minLengthRatio = 0.7;

/** Languages that inflect names: a word that differs in its ending only is the same name. */
const inflectingLanguages = new Set(
  "be bg bs cs el et fi hr hu hy is ka kk la lt lv mk pl ro ru sk sl sq sr tr tt uk uz az ba tg eu".split(
    " ",
  ),
);
const maxInflectedLetters = 3;
/** Without a lexicon, "schneiden" must not become "Schneider" in any language. */
const maxEndingLetters = 1;

/** What terms are matched by. */
interface Matcher {
  terms: readonly Term[];
  byKey: ReadonlyMap<string, Term>;
  /** Null when the language has no lexicon. */
  lexicon: ReadonlySet<string> | null;
  isInflecting: boolean;
  similarity: (a: string, b: string) => number;
}

/**
 * Creates a function that finds the dictionary term that a phrase stands for: same letters, or nearly the same in
 * spelling or pronunciation. Conservative: an ordinary word is replaced only as a part of a phrase ("cap stack"). Words
 * recognized with high confidence, words that differ in their ending only, and words that match two terms are kept.
 *
 * @param lexicon words of the language in lower case; null without one
 */
export const createTermMatcher = (
  terms: readonly Term[],
  language: string | null,
  lexicon: ReadonlySet<string> | null,
): ((phrase: Phrase) => TermMatch | null) => {
  const matcher: Matcher = {
    terms,
    byKey: new Map(terms.map((term) => [term.key, term])),
    lexicon,
    isInflecting: inflectingLanguages.has(language ?? ""),
    similarity: createSimilarity(),
  };
  return (phrase) => {
    const all = phraseParts(phrase.words);
    for (const parts of all) {
      const exact = exactMatch(phrase, parts, matcher);
      if (exact !== null) return exact;
    }
    const fuzzy = all
      .filter(({ key }) => !matcher.byKey.has(key))
      .map((parts) => fuzzyMatch(phrase, parts, matcher))
      .filter((found) => found !== null);
    return fuzzy.toSorted((a, b) => b.similarity - a.similarity)[0] ?? null;
  };
};

const isInLexicon = (word: string, { lexicon }: Matcher): boolean =>
  lexicon?.has(word.toLowerCase().replaceAll("’", "'")) ?? false;

const areInLexicon = (words: readonly string[], parts: PhraseParts, matcher: Matcher): boolean =>
  words.every((word, index) => isInLexicon(index === words.length - 1 ? parts.lastWord : word, matcher));

/** The term with the same letters. */
const exactMatch = (phrase: Phrase, parts: PhraseParts, matcher: Matcher): TermMatch | null => {
  const term = matcher.byKey.get(parts.key);
  if (term === undefined || !isExactMatchPlausible(phrase, parts, term, matcher)) return null;
  // A term of one letter and symbols ("C++") matches with its symbols only.
  const isLetterWithSymbols = term.key.length === 1 && term.words.join("").length > 1;
  if (isLetterWithSymbols && phrase.words.join("").toLowerCase() !== term.words.join("").toLowerCase())
    return null;
  return { term, before: parts.before, after: parts.after, similarity: 1 };
};

const isExactMatchPlausible = (
  { words, isSentenceStart }: Phrase,
  parts: PhraseParts,
  term: Term,
  matcher: Matcher,
): boolean => {
  if (term.words.length > 1 && words.length === term.words.length) return true;
  const isOrdinary = areInLexicon(words, parts, matcher);
  if (words.length === 1) {
    // A capitalized word is the name without its accents ("Muller"), even if the lexicon has it.
    const isName = !isSentenceStart && isCapitalized(words[0]) && isCapitalized(term.words[0]);
    return !isOrdinary || isName || (term.hasDistinctSpelling && parts.key.length >= minLetters);
  }
  // "A W S" is spelled out; "in it" is not "Init".
  if (words.every((word) => /^\p{L}\.?$/u.test(word)))
    return words.every((word) => word === word.toUpperCase());
  const isShort = words.every((word) => [...word].length <= 3) && parts.key.length <= 5;
  return !(isOrdinary && (isShort || (term.words.length === 1 && isInLexicon(term.key, matcher))));
};

/** The most similar term; null when none is similar enough, or two are equally similar. */
const fuzzyMatch = (phrase: Phrase, parts: PhraseParts, matcher: Matcher): TermMatch | null => {
  const required = requiredSimilarity(phrase, parts, matcher);
  if (required === null) return null;
  const letters = letterMask(phoneticKey(parts.key));
  let best: TermMatch | null = null;
  let second: TermMatch | null = null;
  for (const term of matcher.terms) {
    if (!isComparable(phrase, parts, letters, term)) continue;
    const similarity = matcher.similarity(parts.key, term.key);
    if (similarity < required + casePenalty(phrase, term, matcher)) continue;
    if (differsInEnding(parts.key, term.key, matcher)) continue;
    if (!isHomophoneIfRequired(phrase, parts, term)) continue;
    if (!needsAllWords(phrase.words, parts, term, similarity, matcher)) continue;
    const match = { term, before: parts.before, after: parts.after, similarity };
    if (similarity > (best?.similarity ?? 0)) [best, second] = [match, best];
    else if (similarity > (second?.similarity ?? 0)) second = match;
  }
  return best && second && best.similarity - second.similarity < ambiguityMargin ? null : best;
};

/** Similarity that a term needs to replace the phrase; null when the phrase is never replaced by a similar term. */
const requiredSimilarity = (
  { words, confidence }: Phrase,
  parts: PhraseParts,
  matcher: Matcher,
): number | null => {
  const { key, before, after } = parts;
  const isOrdinary = areInLexicon(words, parts, matcher);
  const hasLexicon = matcher.lexicon !== null;
  // A possessive is matched without its ending, in another part.
  if (after === "" && possessive.test(words.at(-1) ?? "")) return null;
  if (key.length < (words.length > 1 ? minPhraseLetters : minLetters)) return null;
  if (words.length === 1 && (isOrdinary || isInLexicon(words[0] ?? "", matcher))) return null;
  if ((!hasLexicon || isOrdinary) && confidence >= mediumConfidence) return null;
  return (
    (requiredByLength[key.length] ?? requiredOfLongWords) +
    (!hasLexicon || isOrdinary ? lexiconPenalty : 0) +
    (before + after === "" ? 0 : partPenalty)
  );
};

/** A cheap comparison of lengths and letters, before the similarity is computed. */
const isComparable = ({ words }: Phrase, { key }: PhraseParts, letters: number, term: Term): boolean =>
  term.key.length >= minLetters &&
  Math.min(key.length, term.key.length) >= Math.max(key.length, term.key.length) * minLengthRatio &&
  Math.abs(term.words.length - words.length) <= 1 &&
  sharedLetterRatio(letters, term.letterMask) >= minSharedLetters;

const casePenalty = ({ words, isSentenceStart }: Phrase, term: Term, { lexicon }: Matcher): number =>
  lexicon === null && (isSentenceStart || isLowercase(words[0])) && !isLowercase(term.words[0])
    ? lowercasePenalty
    : 0;

const isHomophoneIfRequired = ({ words, confidence }: Phrase, { key }: PhraseParts, term: Term): boolean => {
  const hasOtherWordCount = words.length !== term.words.length;
  if (confidence < highConfidence && !hasOtherWordCount) return true;
  const isLongPhrase = hasOtherWordCount && key.length >= longPhraseLetters && confidence < mediumConfidence;
  return (
    phoneticSimilarity(phoneticKey(key), phoneticKey(term.key)) >=
    (isLongPhrase ? longHomophoneSimilarity : homophoneSimilarity)
  );
};

const differsInEnding = (a: string, b: string, { lexicon, isInflecting }: Matcher): boolean => {
  if (phoneticKey(a) === phoneticKey(b)) return false;
  if (a.startsWith(b) || b.startsWith(a)) return true;
  if (!isInflecting && lexicon !== null) return false;
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  return same >= Math.max(a.length, b.length) - (isInflecting ? maxInflectedLetters : maxEndingLetters);
};

/** Whether the phrase is less similar to the term without its first or last word. */
const needsAllWords = (
  words: readonly string[],
  parts: PhraseParts,
  term: Term,
  similarity: number,
  matcher: Matcher,
): boolean =>
  words.length === 1 ||
  [words.slice(1), words.slice(0, -1)].every((some, index) => {
    const rest = index === 0 ? [...some.slice(0, -1), parts.lastWord] : some;
    return matcher.similarity(foldText(rest.join("")), term.key) < similarity;
  });

const isLowercase = (word = ""): boolean => /^\p{Ll}/u.test(word);
const isCapitalized = (word = ""): boolean => /^\p{Lu}/u.test(word);
const possessive = /['’]s?$/iu;
