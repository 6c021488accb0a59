import { canEndSentenceIn } from "../../languages/sentence-rules.ts";
import { isUnspacedLanguage } from "../../languages/writing.ts";
import { joinFragments } from "../compose.ts";
import type { Recognition } from "../recognition.ts";
import { type SplitPunctuation, splitPunctuation } from "../split-punctuation.ts";
import { correctUnspacedText } from "./dictionary-characters.ts";
import { parseDictionary, type Term } from "./dictionary-terms.ts";
import { capitalize } from "./match-case.ts";
import { createTermMatcher, type Phrase, type TermMatch } from "./term-matcher.ts";

type Word = Recognition["words"][number];

/** A term may be recognized as up to this many words more than it has. */
const extraWords = 2;
const maxWords = 6;
/** No term continues over a pause of this length. */
const pauseSeconds = 0.5;

/** The recognized words, and the same words without punctuation. */
interface Text {
  language: string | null;
  words: readonly Word[];
  split: readonly SplitPunctuation[];
  /** Indices of words that must not be changed. */
  confirmed: ReadonlySet<number>;
}

/**
 * Replaces words of a recognition that resemble a dictionary term with the term, in the dictionary's spelling. Times,
 * punctuation, possessives and plurals are kept. Several words can become one, or one several that share its time.
 *
 * @param lexicon words of the language (core/languages/lexicon.ts), which are not taken for names; null without one
 * @param confirmed indices of words that are correct already
 */
export const correctByDictionary = (
  recognition: Recognition,
  dictionary: readonly string[],
  lexicon: ReadonlySet<string> | null,
  confirmed: ReadonlySet<number> = new Set(),
): Recognition => {
  const terms = parseDictionary(dictionary);
  if (terms.length === 0 || recognition.words.length === 0) return recognition;
  if (isUnspacedLanguage(recognition.language)) return correctUnspacedText(recognition, terms);
  const words = joinFragments(recognition).map((word): Word => ({ ...word, spaceBefore: true }));
  const { language } = recognition;
  const split = words.map((word) => splitPunctuation(word.text, language));
  const text: Text = { language, words, split, confirmed };
  const matchTerm = createTermMatcher(terms, language, lexicon);
  const maxCount = Math.min(maxWords, Math.max(...terms.map((term) => term.words.length)) + extraWords);
  const result: Word[] = [];
  let isChanged = false;
  for (let at = 0; at < words.length; ) {
    const found = bestMatch(text, at, maxCount, matchTerm);
    const count = found?.count ?? 1;
    const original = words.slice(at, at + count);
    const replaced = found ? applyTerm(original, found.match, isSentenceStart(text, at)) : original;
    isChanged ||= replaced.some((word, index) => word.text !== words[at + index]?.text);
    result.push(...replaced);
    at += count;
  }
  return isChanged ? { ...recognition, words: result } : recognition;
};

/** The most similar term of the phrases that start at a word; of equals the longest phrase's. */
const bestMatch = (
  text: Text,
  at: number,
  maxCount: number,
  matchTerm: (phrase: Phrase) => TermMatch | null,
): { match: TermMatch; count: number } | null => {
  let best: { match: TermMatch; count: number } | null = null;
  for (let count = 1; count <= maxCount && isContinuous(text, at, count); count += 1) {
    const phrase = phraseAt(text, at, count);
    const match = phrase === null ? null : matchTerm(phrase);
    if (match === null) continue;
    if (best === null || match.similarity >= best.match.similarity) best = { match, count };
  }
  return best;
};

const isSentenceStart = ({ language, words }: Text, at: number): boolean =>
  at === 0 || canEndSentenceIn(words[at - 1]?.text ?? "", language);

/** Whether the last of `count` words may be changed and follows the others without a pause or punctuation. */
const isContinuous = ({ words, split, confirmed }: Text, at: number, count: number): boolean => {
  const last = at + count - 1;
  const word = words[last];
  if (word === undefined || confirmed.has(last)) return false;
  if (count === 1) return true;
  const isPause = word.startSeconds - (words[last - 1]?.endSeconds ?? 0) > pauseSeconds;
  return !isPause && split[last - 1]?.after === "" && split[last]?.before === "";
};

/** Null when one of the words is only punctuation. */
const phraseAt = (text: Text, at: number, count: number): Phrase | null => {
  const words = text.split.slice(at, at + count).map(({ word }) => word);
  if (words.includes("")) return null;
  return {
    words,
    isSentenceStart: isSentenceStart(text, at),
    confidence: Math.min(...text.words.slice(at, at + count).map(({ confidence }) => confidence)),
  };
};

/** The term with the punctuation and the times of the words that it replaces. */
const applyTerm = (
  replaced: readonly Word[],
  { term, before, after }: TermMatch,
  isSentenceStart: boolean,
): Word[] => {
  const [first, last] = [replaced[0], replaced.at(-1)];
  if (first === undefined || last === undefined) return [];
  const isCapital = isSentenceStart && /^\p{Lu}/u.test(splitPunctuation(first.text).word);
  const texts = termTexts(term, before, after, isCapital);
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  const durationSeconds = last.endSeconds - first.startSeconds;
  const confidence = Math.min(...replaced.map((word) => word.confidence));
  let done = 0;
  return texts.map((text, index): Word => {
    const startSeconds = first.startSeconds + (durationSeconds * done) / total;
    done += text.length;
    const own = texts.length === replaced.length ? replaced[index] : undefined;
    return {
      text:
        (index === 0 ? splitPunctuation(first.text).before : "") +
        text +
        (index === texts.length - 1 ? splitPunctuation(last.text).after : ""),
      spaceBefore: true,
      startSeconds: own?.startSeconds ?? startSeconds,
      endSeconds: own?.endSeconds ?? first.startSeconds + (durationSeconds * done) / total,
      confidence: own?.confidence ?? confidence,
    };
  });
};

const termTexts = ({ words }: Term, before: string, after: string, isCapital: boolean): string[] => {
  const texts = words.map(
    (word, index) => (index === 0 ? before : "") + word + (index === words.length - 1 ? after : ""),
  );
  const [first = ""] = texts;
  return isCapital ? [capitalize(first), ...texts.slice(1)] : texts;
};
