import { type CaptionUnit, captionUnits, textOfUnits } from "../captions/caption-unit.ts";
import { dependsOnContext } from "../languages/discourse-words.ts";
import { languageOrDefault } from "../languages/languages.ts";
import { withInvertedMarks, withoutFinalPunctuation, withoutUnpairedQuotes } from "../text/punctuation.ts";
import { countStems, type SpokenWord } from "../transcript/sentences.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import type { Candidate } from "./candidates.ts";
import { keyphraseTitle } from "./keyphrase-title.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";
import {
  type ClauseKind,
  type TitleClause,
  type TitleSource,
  titleClausesOf,
  titleSpansOf,
} from "./title-clauses.ts";
import { isFragment, wordingFactor } from "./title-wording.ts";

/** In characters. Chinese, Japanese and Korean say as much with fewer. */
export const maxThemeLength = 60;
const maxCjkLength = 24;
/** A clause with fewer content words is too general for a theme. */
const minContentWords = 2;
/** A statement with fewer is a theme only if there is no other. */
const minStatementWords = 3;
/** A span of so many words, or a whole sentence of so many, may be a title even if all of them are stop words: "He is who he is". */
const minSpanWords = 4;
const minSentenceWords = 3;
/** Up to this length, a clause is scored by its sum; longer ones are normalized by length. */
const typicalWords = 6;

/**
 * Returns a theme of a clip that can be its title, in the spoken language and at most 60 characters long (24 of Chinese,
 * Japanese or Korean): the most informative sentence or clause that is short enough and needs no other, or else the clip's
 * key phrase.
 */
export const themeOf = (source: TitleSource, clip: Candidate): string => {
  const { speech, transcript } = source;
  const words = speech.words.slice(clip.from, clip.to);
  const counts = countStems(words);
  const found = titleClausesOf(source, clip).flatMap(
    (clause) => titleOf(speech, transcript, clause, counts) ?? [],
  );
  const best = (titles: typeof found): string | undefined =>
    titles.reduce<ScoredTitle | null>((a, b) => (a === null || b.score > a.score ? b : a), null)?.text;
  const specific = best(found.filter(({ isSpecific }) => isSpecific));
  if (specific !== undefined) return specific;
  const phrase = keyphraseTitle(speech, clip.from, clip.to, (text) => fits(text, speech.language));
  const label = toSingleLine(phrase.text, speech.language);
  return (
    (phrase.isTerm ? label : undefined) ??
    best(found.filter(({ kind }) => kind === "whole" || kind === "start")) ??
    (label || shortenTheme(textOfUnits(unitsOf(transcript, words, speech.language)), speech.language))
  );
};

/** What may be the title of a clip. */
export interface PossibleTitle {
  text: string;
  /** Whether it is a whole sentence. */
  isWhole: boolean;
}

/** Returns every part of a clip between clauses that is short enough for a title, in order, whether or not it is one. */
export const titlesIn = (source: TitleSource, clip: Candidate): PossibleTitle[] => {
  const { speech, transcript } = source;
  const titles = titleSpansOf(source, clip).flatMap(({ words: own, isWhole }) => {
    const words = own.flatMap((at) => speech.words[at] ?? []);
    const hasContent = words.length >= 2 && words.some(({ isStopWord }) => !isStopWord);
    if (!hasContent && words.length < (isWhole ? minSentenceWords : minSpanWords)) return [];
    const text = toSingleLine(textOfUnits(unitsOf(transcript, words, speech.language)), speech.language);
    return fits(text, speech.language) ? [{ text, isWhole }] : [];
  });
  return titles.filter(({ text }, at) => titles.findIndex((other) => other.text === text) === at);
};

/** Shortens a text to a theme's length, at the end of a word. */
export const shortenTheme = (text: string, language: string | null): string => {
  const line = toSingleLine(text, language);
  if (fits(line, language)) return line;
  const room = [...line].slice(0, limitOf(line, language) - 1).join("");
  const parts = [
    ...new Intl.Segmenter(languageOrDefault(language).locale, { granularity: "word" }).segment(line),
  ];
  const last = parts.findLast(({ index, segment }) => index + segment.length <= room.length);
  return `${line.slice(0, (last?.index ?? 0) + (last?.segment.length ?? room.length)).replace(/[\p{P}\s]+$/u, "")}…`;
};

const cjkLanguages = new Set(["zh", "yue", "ja", "ko"]);

const limitOf = (text: string, language: string | null): number => {
  if (cjkLanguages.has(language ?? "")) return maxCjkLength;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const cjk = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]/gu)?.length ?? 0;
  return cjk * 2 > letters ? maxCjkLength : maxThemeLength;
};

const fits = (text: string, language: string | null): boolean => [...text].length <= limitOf(text, language);

/** A part of a sentence is less informative than a whole one; a question makes viewers curious. */
const kindFactors: Readonly<Record<ClauseKind, number>> = {
  whole: 1,
  question: 1.2,
  start: 0.85,
  part: 0.65,
};
/** For a word that the clip has more than once. */
const recurrenceFactor = 1.3;

interface ScoredTitle {
  text: string;
  score: number;
  kind: ClauseKind;
  isSpecific: boolean;
}

/** A clause as a title, with its score; null for one that is too long, too general, or needs another sentence. */
const titleOf = (
  speech: SpeechAnalysis,
  transcript: Transcript,
  { words: own, kind }: TitleClause,
  counts: ReadonlyMap<string, number>,
): ScoredTitle | null => {
  const { scores, language } = speech;
  const words = own.flatMap((at) => speech.words[at] ?? []);
  const contentWords = words.filter(({ isStopWord }) => !isStopWord).length;
  if (contentWords < minContentWords) return null;
  if (dependsOnContext(words[0], words[1], language) && kind !== "question") return null;
  if (isFragment(words, kind, language)) return null;
  const text = toSingleLine(textOfUnits(unitsOf(transcript, words, language)), language);
  if (!fits(text, language)) return null;
  const sum = own.reduce((all, at) => {
    const isRecurring = (counts.get(speech.words[at]?.stem ?? "") ?? 0) > 1;
    return all + (scores[at] ?? 0) * (isRecurring ? recurrenceFactor : 1);
  }, 0);
  const factor = kindFactors[kind] * wordingFactor(words, kind, language);
  const score = (factor * sum) / Math.sqrt(Math.max(typicalWords, words.length));
  return { text, kind, score, isSpecific: kind === "question" || contentWords >= minStatementWords };
};

/** Symbols that are spoken, but are no words of the analysis: "98 %", "2 + 2"; and those that follow a number. */
const symbol = /^[\p{Sc}%‰°&+=×÷±−]+$/u;
const unit = /^[\p{Sc}%‰°]+$/u;

/**
 * The caption units of some words, with the punctuation and symbols between those that follow each other, and the punctuation and
 * units after the last one.
 */
const unitsOf = (
  transcript: Transcript,
  words: readonly SpokenWord[],
  language: string | null,
): CaptionUnit[] => {
  const entries = words.flatMap(({ index }, at) => {
    const next = words[at + 1]?.index ?? Number.POSITIVE_INFINITY;
    const isLast = at === words.length - 1;
    let end = index + 1;
    while (end < next && isPartOf(transcript[end], isLast ? unit : symbol)) end += 1;
    const isJoined = end === next || isLast;
    return transcript.slice(index, isJoined ? end : index + 1);
  });
  return captionUnits(entries, { language, punctuation: true });
};

const isPartOf = (entry: Transcript[number] | undefined, symbols: RegExp): boolean =>
  entry !== undefined && (entry.type === "punctuation" || symbols.test(entry.text));

/** Bidirectional controls and other invisible characters, without the joiners that Persian, Hindi and emoji are written with. */
const invisible = /[\p{Cc}\p{Co}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;

/** Formats a text as one line with a capital and without final punctuation. */
const toSingleLine = (text: string, language: string | null): string => {
  const clean = text.replace(/\s+/gu, " ").replace(invisible, "").trim();
  const line = withoutFinalPunctuation(withoutUnpairedQuotes(clean));
  const [first = "", ...rest] = [...line.replace(/^[-–—,;:.\s]+/u, "")];
  const title = first.toLocaleUpperCase(languageOrDefault(language).locale) + rest.join("");
  return language === "es" ? withInvertedMarks(title) : title;
};
