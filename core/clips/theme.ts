import { type CaptionUnit, captionUnits, textOfUnits } from "../captions/caption-unit.ts";
import { dependsOnContext, discourseWordsOf } from "../languages/discourse-words.ts";
import { languageOrDefault } from "../languages/languages.ts";
import { endsClause, isOpeningPunctuation, withoutFinalPunctuation } from "../text/punctuation.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import type { Candidate } from "./candidates.ts";
import { type SpeechAnalysis, sentenceStrength } from "./speech-analysis.ts";

/** In characters. */
export const maxThemeLength = 80;
/** A sentence with fewer content words is too general for a theme. */
const minContentWords = 3;
/** Up to this length, a sentence is scored by its sum; longer sentences are normalized by length. */
const typicalWords = 6;

/** A half-open range of words. */
interface Passage {
  from: number;
  to: number;
  score: number;
}

/**
 * Returns a clip's most informative sentence, or the start of it, as its theme, at most 80 characters long. It is in the
 * spoken language.
 */
export const themeOf = (speech: SpeechAnalysis, transcript: Transcript, { from, to }: Candidate): string => {
  const sentences = rankedPassages(
    speech,
    from,
    to,
    (at) => (speech.boundaries[at]?.strength ?? 0) >= sentenceStrength,
  );
  const [best] = sentences.sort((a, b) => b.score - a.score || a.from - b.from);
  if (!best) return "";
  const units = unitsOf(speech, transcript, best);
  const whole = toSingleLine(textOfUnits(units), speech.language);
  if (characterCount(whole) <= maxThemeLength) return whole;
  return toSingleLine(longestClauses(units) ?? truncateAtWord(units), speech.language);
};

/** Shortens a text to a theme's length, at the end of a word. */
export const shortenTheme = (text: string, language: string | null): string => {
  const line = toSingleLine(text, language);
  if (characterCount(line) <= maxThemeLength) return line;
  const room = [...line].slice(0, maxThemeLength - 1).join("");
  const parts = [
    ...new Intl.Segmenter(languageOrDefault(language).locale, { granularity: "word" }).segment(line),
  ];
  const last = parts.findLast(({ index, segment }) => index + segment.length <= room.length);
  return `${line.slice(0, (last?.index ?? 0) + (last?.segment.length ?? room.length)).replace(/[\p{P}\s]+$/u, "")}…`;
};

const characterCount = (text: string): number => [...text].length;

/** Splits a range of words into sentences and scores them. Sentences that depend on others score less. */
const rankedPassages = (
  { words, scores, language }: SpeechAnalysis,
  from: number,
  to: number,
  isSentenceBoundary: (at: number) => boolean,
): Passage[] => {
  const found: Passage[] = [];
  let start = from;
  for (let at = from + 1; at <= to; at += 1) {
    if (at < to && !isSentenceBoundary(at)) continue;
    const sum = scores.slice(start, at).reduce((all, score) => all + score, 0);
    const contentWords = words.slice(start, at).filter(({ isStopWord }) => !isStopWord).length;
    const contextFactor = dependsOnContext(words[start], words[start + 1], language) ? 0.6 : 1;
    const lengthFactor = Math.min(1, contentWords / minContentWords);
    // An announcement such as "remember this" has no content.
    const announcementFactor = discourseWordsOf(language).announcements.has(words[at - 1]?.normalized ?? "")
      ? 0.5
      : 1;
    found.push({
      from: start,
      to: at,
      score:
        (contextFactor * lengthFactor * announcementFactor * sum) /
        Math.sqrt(Math.max(typicalWords, at - start)),
    });
    start = at;
  }
  return found;
};

/** The caption units of a passage, with its punctuation. */
const unitsOf = (
  { words, language }: SpeechAnalysis,
  transcript: Transcript,
  { from, to }: Passage,
): CaptionUnit[] => {
  const first = words[from]?.index ?? 0;
  const last = words[to - 1]?.index ?? first;
  let start = first;
  while (isOpeningPunctuation(transcript[start - 1]?.text ?? "")) start -= 1;
  let end = last + 1;
  while (transcript[end]?.type === "punctuation" && !isOpeningPunctuation(transcript[end]?.text ?? ""))
    end += 1;
  return captionUnits(transcript.slice(start, end), { language, punctuation: true });
};

/** The longest sequence of clauses from the start that fits; null when the first one is too long. */
const longestClauses = (units: readonly CaptionUnit[]): string | null => {
  let best: string | null = null;
  for (let end = 1; end < units.length; end += 1) {
    if (!endsClause(units[end - 1]?.text ?? "")) continue;
    const text = textOfUnits(units.slice(0, end));
    if (characterCount(text) > maxThemeLength) break;
    if (end >= minContentWords) best = text;
  }
  return best;
};

const truncateAtWord = (units: readonly CaptionUnit[]): string => {
  let end = units.length;
  while (end > 1 && characterCount(textOfUnits(units.slice(0, end))) > maxThemeLength - 1) end -= 1;
  return `${textOfUnits(units.slice(0, end)).replace(/[\p{P}\s]+$/u, "")}…`;
};

/** Formats a text as one line with a capital and without final punctuation. */
const toSingleLine = (text: string, language: string | null): string => {
  const line = withoutFinalPunctuation(text.replace(/[\s\p{Cc}]+/gu, " ").trim());
  const [first = "", ...rest] = [...line];
  return first.toLocaleUpperCase(languageOrDefault(language).locale) + rest.join("");
};
