import { type CaptionUnit, captionUnits, textOfUnits } from "../captions/caption-unit.ts";
import { dependsOnContext, discourseWordsOf } from "../languages/discourse-words.ts";
import { languageOrDefault } from "../languages/languages.ts";
import { isReference, titleWordsOf } from "../languages/title-words.ts";
import { withoutFinalPunctuation } from "../text/punctuation.ts";
import { countStems, type SpokenWord } from "../transcript/sentences.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import type { Candidate } from "./candidates.ts";
import { keyphraseTitle } from "./keyphrase-title.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";
import { type ClauseKind, type TitleClause, titleClausesOf } from "./title-clauses.ts";

/** In characters. Chinese, Japanese and Korean say as much with fewer. */
export const maxThemeLength = 60;
const maxCjkLength = 24;
/** A clause with fewer content words is too general for a theme. */
const minContentWords: Readonly<Record<ClauseKind, number>> = {
  whole: 3,
  question: 2,
  start: 3,
  part: 3,
  cut: 3,
};
/** Up to this length, a clause is scored by its sum; longer ones are normalized by length. */
const typicalWords = 6;

/**
 * Returns a theme of a clip that can be its title, in the spoken language and at most 60 characters long (24 of Chinese,
 * Japanese or Korean): the most informative sentence or clause that is short enough and needs no other, or else the clip's
 * key phrases.
 */
export const themeOf = (speech: SpeechAnalysis, transcript: Transcript, clip: Candidate): string => {
  let best = "";
  let bestScore = 0;
  const counts = countStems(speech.words.slice(clip.from, clip.to));
  for (const clause of titleClausesOf(speech, transcript, clip)) {
    const title = titleOf(speech, transcript, clause, counts);
    if (title === null || title.score <= bestScore) continue;
    [best, bestScore] = [title.text, title.score];
  }
  return best === "" ? madeTheme(speech, transcript, clip) : best;
};

const madeTheme = (speech: SpeechAnalysis, transcript: Transcript, { from, to }: Candidate): string => {
  const { language } = speech;
  const made = toSingleLine(keyphraseTitle(speech, from, to, fits), language);
  if (made !== "") return made;
  const words = speech.words.slice(from, to);
  return shortenTheme(textOfUnits(unitsOf(transcript, words, language)), language);
};

/** Shortens a text to a theme's length, at the end of a word. */
export const shortenTheme = (text: string, language: string | null): string => {
  const line = toSingleLine(text, language);
  if (fits(line)) return line;
  const room = [...line].slice(0, limitOf(line) - 1).join("");
  const parts = [
    ...new Intl.Segmenter(languageOrDefault(language).locale, { granularity: "word" }).segment(line),
  ];
  const last = parts.findLast(({ index, segment }) => index + segment.length <= room.length);
  return `${line.slice(0, (last?.index ?? 0) + (last?.segment.length ?? room.length)).replace(/[\p{P}\s]+$/u, "")}…`;
};

const limitOf = (text: string): number => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const cjk = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]/gu)?.length ?? 0;
  return cjk * 2 > letters ? maxCjkLength : maxThemeLength;
};

const fits = (text: string): boolean => [...text].length <= limitOf(text);

/** How much less a part of a sentence says than a whole one; a question makes viewers curious. */
const kindFactors: Readonly<Record<ClauseKind, number>> = {
  whole: 1,
  question: 1.2,
  start: 0.85,
  part: 0.65,
  cut: 0.3,
};
/** For every word that refers to what was said before, and for a word that the clip has more than once. */
const referenceFactor = 0.8;
const recurrenceFactor = 1.3;

/** A clause as a title, with its score; null for one that is too long, too general, or needs another sentence. */
const titleOf = (
  speech: SpeechAnalysis,
  transcript: Transcript,
  { words: own, kind }: TitleClause,
  counts: ReadonlyMap<string, number>,
): { text: string; score: number } | null => {
  const { scores, language } = speech;
  const words = own.flatMap((at) => speech.words[at] ?? []);
  if (words.filter(({ isStopWord }) => !isStopWord).length < minContentWords[kind]) return null;
  if (dependsOnContext(words[0], words[1], language) && kind !== "question") return null;
  if (isFragment(words, kind, language)) return null;
  const line = toSingleLine(textOfUnits(unitsOf(transcript, words, language)), language);
  const text = kind === "cut" ? `${line}…` : line;
  if (!fits(text)) return null;
  const sum = own.reduce((all, at) => {
    const isRecurring = (counts.get(speech.words[at]?.stem ?? "") ?? 0) > 1;
    return all + (scores[at] ?? 0) * (isRecurring ? recurrenceFactor : 1);
  }, 0);
  const references = words.slice(1).filter(({ normalized }) => isReference(normalized, language)).length;
  const factor = kindFactors[kind] * referenceFactor ** references;
  return { text, score: (factor * sum) / Math.sqrt(Math.max(typicalWords, words.length)) };
};

/** Active participles, with which a relative clause begins in Russian and Ukrainian. */
const participle = /(?:ющ|ущ|ящ|ащ|вш)(?:ий|ая|ее|ие|его|ей|им|ую|их|ими|ем|і|ої)$/u;

/** Languages whose subordinate clauses end with their verb. */
const verbFinal = new Set(["de", "nl", "lb", "af"]);

/** Whether a clause breaks off or states nothing: "Chief Operating Officer at Nuna", "because of the". */
const isFragment = (words: readonly SpokenWord[], kind: ClauseKind, language: string | null): boolean => {
  const [first, last] = [words[0], words.at(-1)];
  const { announcements, interrogatives, connectives } = discourseWordsOf(language);
  const { predicates, breaks } = titleWordsOf(language);
  if (!first || !last || announcements.has(last.normalized)) return true;
  if (kind === "question") return false;
  // Without its subject: "Was the second most popular", "Had an impact".
  if (predicates.has(first.normalized) || participle.test(first.normalized)) return true;
  if (kind === "whole") return false;
  // The verb of a relative clause states nothing: "Bermúdez, who was in exile".
  const relative = words.findIndex(({ normalized }, at) => at > 0 && breaks.has(normalized));
  const main = words.slice(0, relative < 0 ? words.length : relative);
  const isStated = predicates.size === 0 || main.some(({ normalized }) => predicates.has(normalized));
  return (
    (!isStated && kind !== "cut") ||
    last.isStopWord ||
    interrogatives.has(first.normalized) ||
    connectives.has(first.normalized) ||
    breaks.has(first.normalized) ||
    (verbFinal.has(language ?? "") && predicates.has(last.normalized)) ||
    // Without a function word it is a list of names: "Tesla, Google and Meta".
    words.every(({ isStopWord }) => !isStopWord)
  );
};

/** The caption units of some words, with the punctuation between those that follow each other, and after the last one. */
const unitsOf = (
  transcript: Transcript,
  words: readonly SpokenWord[],
  language: string | null,
): CaptionUnit[] => {
  const entries = words.flatMap(({ index }, at) => {
    const next = words[at + 1]?.index ?? Number.POSITIVE_INFINITY;
    let end = index + 1;
    while (end < next && transcript[end]?.type === "punctuation") end += 1;
    const isJoined = end === next || at === words.length - 1;
    return transcript.slice(index, isJoined ? end : index + 1);
  });
  return captionUnits(entries, { language, punctuation: true });
};

/** Bidirectional controls and other invisible characters, without the joiners that Persian, Hindi and emoji are written with. */
const invisible = /[\p{Cc}\p{Co}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;

/** Formats a text as one line with a capital and without final punctuation. */
const toSingleLine = (text: string, language: string | null): string => {
  const line = withoutFinalPunctuation(text.replace(/\s+/gu, " ").replace(invisible, "").trim());
  const [first = "", ...rest] = [...line.replace(/^[-–—,;:.\s]+/u, "")];
  return first.toLocaleUpperCase(languageOrDefault(language).locale) + rest.join("");
};
