import { type CaptionUnit, captionUnits, textOfUnits } from "../captions/caption-unit.ts";
import { closeLanguages } from "../languages/close-languages.ts";
import { dependsOnContext, discourseWordsOf } from "../languages/discourse-words.ts";
import { disfluencyLists } from "../languages/disfluency-lists.ts";
import { languageOrDefault } from "../languages/languages.ts";
import { endsClause, isOpeningPunctuation, withoutFinalPunctuation } from "../text/punctuation.ts";
import type { SpokenWord } from "../transcript/sentences.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import type { Candidate } from "./candidates.ts";
import { keyphraseTitle } from "./keyphrase-title.ts";
import { type SpeechAnalysis, sentenceStrength } from "./speech-analysis.ts";

/** In characters. Chinese, Japanese and Korean say as much with fewer. */
export const maxThemeLength = 60;
const maxCjkLength = 24;
/** A clause with fewer content words is too general for a theme. */
const minContentWords = 3;
/** Up to this length, a clause is scored by its sum; longer ones are normalized by length. */
const typicalWords = 6;

/** A half-open range of words. */
interface Clause {
  from: number;
  to: number;
  /** Whether it is a whole sentence. */
  isWhole: boolean;
}

/**
 * Returns a theme of a clip that can be its title, in the spoken language and at most 60 characters long (24 of Chinese,
 * Japanese or Korean): the most informative sentence or clause that is short enough and needs no other, or else the clip's
 * key phrases.
 */
export const themeOf = (speech: SpeechAnalysis, transcript: Transcript, clip: Candidate): string => {
  let best = "";
  let bestScore = 0;
  for (const clause of clausesOf(speech, transcript, clip)) {
    const title = titleOf(speech, transcript, clause);
    if (title === null || title.score <= bestScore) continue;
    [best, bestScore] = [title.text, title.score];
  }
  return best === "" ? madeTheme(speech, transcript, clip) : best;
};

const madeTheme = (speech: SpeechAnalysis, transcript: Transcript, { from, to }: Candidate): string => {
  const { language } = speech;
  const made = toSingleLine(keyphraseTitle(speech, from, to, fits), language);
  return made === "" ? shortenTheme(textOfUnits(unitsOf(speech, transcript, { from, to })), language) : made;
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

/** The sentences of a clip, and the clauses of those sentences. */
const clausesOf = (
  { words, boundaries }: SpeechAnalysis,
  transcript: Transcript,
  { from, to }: Candidate,
): Clause[] => {
  const found: Clause[] = [];
  let start = from;
  for (let end = from + 1; end <= to; end += 1) {
    if (end < to && (boundaries[end]?.strength ?? 0) < sentenceStrength) continue;
    found.push({ from: start, to: end, isWhole: true });
    let clause = start;
    for (let at = start + 1; at < end; at += 1) {
      const marks = transcript.slice(words[at - 1]?.index ?? 0, words[at]?.index ?? 0);
      if (!marks.some(({ text }) => endsClause(text))) continue;
      found.push({ from: clause, to: at, isWhole: false });
      clause = at;
    }
    if (clause > start) found.push({ from: clause, to: end, isWhole: false });
    start = end;
  }
  return found;
};

/** A clause as a title, with its score; null for one that is too long, too general, or needs another sentence. */
const titleOf = (
  speech: SpeechAnalysis,
  transcript: Transcript,
  clause: Clause,
): { text: string; score: number } | null => {
  const { words, scores, boundaries, language } = speech;
  const { from, to } = withoutLeadIn(speech, clause);
  const own = words.slice(from, to);
  const content = own.filter(({ isStopWord }) => !isStopWord).length;
  if (content < minContentWords || dependsOnContext(own[0], own[1], language)) return null;
  if (isFragment(speech, { from, to }, clause.isWhole)) return null;
  const text = toSingleLine(textOfUnits(unitsOf(speech, transcript, { from, to })), language);
  if (!fits(text) || hasFiller(own, language)) return null;
  const sum = scores.slice(from, to).reduce((all, score) => all + score, 0);
  const asks = clause.isWhole && boundaries[to]?.ending === "question";
  const factor = (clause.isWhole ? 1 : 0.7) * (asks ? 1.15 : 1);
  return { text, score: (factor * sum) / Math.sqrt(Math.max(typicalWords, own.length)) };
};

/** Conjunctions that can stay away from the start of a title: "So the secret is glass" → "The secret is glass". */
const maxLeadIn = 3;

/** Removes fillers, conjunctions and responses from the start of a clause. */
const withoutLeadIn = ({ words, language }: SpeechAnalysis, { from, to, isWhole }: Clause): Clause => {
  const { connectives } = discourseWordsOf(language);
  const leadIns = leadInsOf(language);
  let start = from;
  while (start < from + maxLeadIn && start < to - 1) {
    const word = words[start]?.normalized ?? "";
    if (!leadIns.has(word) || !(connectives.has(word) || isHesitation(word, language) || start === from))
      break;
    start += 1;
  }
  return { from: start, to, isWhole };
};

/** First words without which a sentence means the same. */
const leadIns: Readonly<Record<string, string>> = {
  en: "and but so or well okay ok yeah yes right now like actually anyway also then um uh",
  de: "und aber also ja gut nun naja okay genau dann eigentlich",
  es: "y pero pues bueno entonces así vale sí o",
  fr: "et mais alors donc bon ben oui voilà ou",
  it: "e ma allora quindi dunque insomma beh sì o",
  pt: "e mas então bom bem aí ou sim",
  nl: "en maar dus nou ja oké of",
  sv: "och men så alltså ja okej",
  da: "og men så altså ja okay",
  no: "og men så altså ja ok",
  pl: "i a ale więc no tak dobra to",
  cs: "a ale takže no tak jo ano",
  ru: "и а но ну так вот да значит",
  uk: "і й а але ну так от",
  tr: "ve ama yani evet tamam peki",
  id: "dan tapi jadi nah ya oke",
  vi: "và nhưng thì vâng",
  ja: "そして でも だから それで また では じゃあ はい えっと まあ",
  zh: "然后 那 那么 所以 但是 而且 对 就是 其实",
  ko: "그리고 그런데 근데 하지만 그래서 네 자 그럼",
};

const leadInsOf = (language: string | null): ReadonlySet<string> => {
  const code = closeLanguages[language ?? ""] ?? language ?? "en";
  return new Set(leadIns[code]?.split(" "));
};

const hesitations = new Map<string | null, RegExp>();

const isHesitation = (word: string, language: string | null): boolean => {
  let pattern = hesitations.get(language);
  if (!pattern) {
    pattern = new RegExp(`^(?:${disfluencyLists[language ?? ""]?.fillers.join("|") || "(?!)"})$`, "u");
    hesitations.set(language, pattern);
  }
  return pattern.test(word);
};

const hasFiller = (words: readonly SpokenWord[], language: string | null): boolean =>
  words.some(
    ({ normalized }, at) => isHesitation(normalized, language) || normalized === words[at + 1]?.normalized,
  );

/** Whether a passage breaks off: it ends with a short function word or an announcement, or is part of a sentence about names. */
const isFragment = (
  { words, language }: SpeechAnalysis,
  { from, to }: { from: number; to: number },
  isWhole: boolean,
): boolean => {
  const last = words[to - 1];
  const { announcements, interrogatives, connectives } = discourseWordsOf(language);
  if (!last || announcements.has(last.normalized)) return true;
  if (isWhole) return false;
  const first = words[from]?.normalized ?? "";
  const own = words.slice(from, to);
  // Without a function word it is a list of names: "Tesla, Google and Meta".
  return (
    last.isStopWord ||
    interrogatives.has(first) ||
    connectives.has(first) ||
    own.every((word) => !word.isStopWord)
  );
};

/** The caption units of a passage, with its punctuation. */
const unitsOf = (
  { words, language }: SpeechAnalysis,
  transcript: Transcript,
  { from, to }: { from: number; to: number },
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

/** Bidirectional controls and other invisible characters, without the joiners that Persian, Hindi and emoji are written with. */
const invisible = /[\p{Cc}\p{Co}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;

/** Formats a text as one line with a capital and without final punctuation. */
const toSingleLine = (text: string, language: string | null): string => {
  const line = withoutFinalPunctuation(text.replace(/\s+/gu, " ").replace(invisible, "").trim());
  const [first = "", ...rest] = [...line.replace(/^[-–—,;:.\s]+/u, "")];
  return first.toLocaleUpperCase(languageOrDefault(language).locale) + rest.join("");
};
