import { type CaptionUnit, captionUnits, textOfUnits } from "../captions/caption-unit.ts";
import { dependsOnContext, discourseWordsOf } from "../languages/discourse-words.ts";
import { languageOrDefault } from "../languages/languages.ts";
import { endsClause } from "../text/scripts.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import type { Candidate } from "./candidates.ts";
import { type SpeechAnalysis, sentenceStrength } from "./speech-analysis.ts";

/** A theme is read at a glance. */
export const maxThemeLength = 80;
/** A sentence of fewer telling words says too little to name a clip by. */
const minContentWords = 3;
/** Sentences of about so many words are weighed as they are; longer ones do not win by length alone. */
const typicalWords = 6;

interface Passage {
  from: number;
  to: number;
  value: number;
}

/**
 * What a clip is about, in its own words: the sentence, or the part of one, that tells most, at most 80 characters long.
 * In the language that is spoken.
 */
export const themeOf = (film: SpeechAnalysis, transcript: Transcript, { from, to }: Candidate): string => {
  const sentences = rankedPassages(
    film,
    from,
    to,
    (at) => (film.boundaries[at]?.strength ?? 0) >= sentenceStrength,
  );
  const [best] = sentences.sort((a, b) => b.value - a.value || a.from - b.from);
  if (!best) return "";
  const units = unitsOf(film, transcript, best);
  const whole = toSingleLine(textOfUnits(units), film.language);
  if (characterCount(whole) <= maxThemeLength) return whole;
  return toSingleLine(longestClauses(units) ?? truncateAtWord(units), film.language);
};

/** A text of at most that many characters, ended at a word. */
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

/** The sentences of a stretch of words with what they tell; those that lean on what was said before tell less by themselves. */
const rankedPassages = (
  { words, scores, language }: SpeechAnalysis,
  from: number,
  to: number,
  isBreak: (at: number) => boolean,
): Passage[] => {
  const found: Passage[] = [];
  let begin = from;
  for (let at = from + 1; at <= to; at += 1) {
    if (at < to && !isBreak(at)) continue;
    const sum = scores.slice(begin, at).reduce((all, score) => all + score, 0);
    const telling = words.slice(begin, at).filter(({ isStopWord }) => !isStopWord).length;
    const leans = dependsOnContext(words[begin], words[begin + 1], language) ? 0.6 : 1;
    const short = Math.min(1, telling / minContentWords);
    // "Remember this" does not say what.
    const open = discourseWordsOf(language).announces.has(words[at - 1]?.normalized ?? "") ? 0.5 : 1;
    found.push({
      from: begin,
      to: at,
      value: (leans * short * open * sum) / Math.sqrt(Math.max(typicalWords, at - begin)),
    });
    begin = at;
  }
  return found;
};

/** The words with their marks, as they are written. */
const unitsOf = (
  { words, language }: SpeechAnalysis,
  transcript: Transcript,
  { from, to }: Passage,
): CaptionUnit[] => {
  const first = words[from]?.index ?? 0;
  const last = words[to - 1]?.index ?? first;
  let begin = first;
  while (/^[\p{Ps}\p{Pi}¿¡]+$/u.test(transcript[begin - 1]?.text ?? "")) begin -= 1;
  let end = last + 1;
  while (transcript[end]?.type === "punctuation" && !/^[\p{Ps}\p{Pi}¿¡]+$/u.test(transcript[end]?.text ?? ""))
    end += 1;
  return captionUnits(transcript.slice(begin, end), { language, punctuation: true });
};

/** The longest run of whole clauses from the beginning that fits; null when not even the first does. */
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

/** In one line, begun with a capital where the script has them, without the mark that ends a statement. */
const toSingleLine = (text: string, language: string | null): string => {
  const line = text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replace(/[.。।॥۔།။։።,，、;；:：]+$/u, "");
  const [first = "", ...rest] = [...line];
  return first.toLocaleUpperCase(languageOrDefault(language).locale) + rest.join("");
};
