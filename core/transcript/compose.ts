import { wordSegments } from "../languages/word-segments.ts";
import { isUnspacedLanguage, writesCloseDash } from "../languages/writing.ts";
import { withDashes } from "../text/punctuation.ts";
import { toMilliseconds } from "../time/milliseconds.ts";
import { withMinimumDurations } from "./minimum-durations.ts";
import type { Recognition } from "./recognition.ts";
import { splitPunctuation } from "./split-punctuation.ts";
import type { WordEntry } from "./word-entry.ts";

/** A word with the punctuation that is attached to it. */
export interface RecognizedWord {
  text: string;
  startSeconds: number;
  endSeconds: number;
  confidence: number;
}

/**
 * Composes a transcript from a recognition: words and punctuation in order, without overlaps, within the media. Fragments
 * without a space between them are joined ("like" + "-minded"); unspaced text is segmented by ICU's dictionary.
 * Punctuation has no duration and is at the edge of its word.
 *
 * @param durationSeconds duration of the media
 */
export const composeTranscript = (recognition: Recognition, durationSeconds: number): WordEntry[] => {
  const inOrder = { ...recognition, words: removeOverlaps(recognition.words) };
  const words = isUnspacedLanguage(recognition.language)
    ? resegment(inOrder)
    : joinFragments(inOrder).map((word) => withDash(word, recognition.language));
  return normalizeTimes(withMarkGaps(words).flatMap(toEntries), durationSeconds);
};

/** More than the tolerance of core/text/mark-sides.ts. Captions bridge it. */
const markGapSeconds = 0.004;
const endsInQuotationMark = /["\p{Pi}\p{Pf}][.,!?;:]*$/u;

/** Ends words before quotation marks and other marks of the next word a little earlier: the times then tell which word they belong to. */
export const withMarkGaps = (words: readonly RecognizedWord[]): RecognizedWord[] =>
  words.map((word, index) => {
    const next = words[index + 1];
    if (!next || (splitPunctuation(next.text).before === "" && !endsInQuotationMark.test(word.text)))
      return word;
    const latest = next.startSeconds - markGapSeconds;
    return word.endSeconds > latest && latest > word.startSeconds ? { ...word, endSeconds: latest } : word;
  });

/** Ends overlapping words at the start of the next one, without changing their order. */
const removeOverlaps = (words: Recognition["words"]): Recognition["words"] => {
  const starts: number[] = [];
  for (const word of words) starts.push(Math.max(word.startSeconds, starts.at(-1) ?? 0));
  return words.map((word, index) => {
    const startSeconds = starts[index] ?? 0;
    const nextStart = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    return {
      ...word,
      startSeconds,
      endSeconds: Math.min(Math.max(word.endSeconds, startSeconds), nextStart),
    };
  });
};

/** A word after which the next one is separate even without a space: "and then...he". */
const brokenOffWord = /(?:\.\.|…|[—–])["'”’]?$/u;

/** Joins the fragments of words. */
export const joinFragments = ({ words }: Pick<Recognition, "words">): RecognizedWord[] => {
  const joined: RecognizedWord[] = [];
  for (const { text, spaceBefore, startSeconds, endSeconds, confidence } of words) {
    const last = joined.at(-1);
    if (spaceBefore || last === undefined || brokenOffWord.test(last.text)) {
      joined.push({ text, startSeconds, endSeconds, confidence });
    } else {
      last.text += text;
      last.endSeconds = Math.max(last.endSeconds, endSeconds);
      last.confidence = Math.min(last.confidence, confidence);
    }
  }
  return joined;
};

/** A hyphen between spaces is a dash: "I think - well". */
const withDash = (word: RecognizedWord, language: string | null): RecognizedWord => ({
  ...word,
  text: withDashes(word.text, writesCloseDash(language)),
});

/** No word continues over a pause of this length. */
const pauseSeconds = 0.4;

/** Segments runs without a space or a pause into words of the language. */
const resegment = ({ words, language }: Recognition): RecognizedWord[] => {
  const runs: Recognition["words"][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    const pause = word.startSeconds - (run?.at(-1)?.endSeconds ?? 0);
    if (run === undefined || word.spaceBefore || pause >= pauseSeconds) runs.push([word]);
    else run.push(word);
  }
  return runs.flatMap((run) => {
    const characters = run.flatMap(timedCharacters);
    const text = withFullWidthPunctuation(run.map((word) => word.text).join(""));
    return wordSegments(text, language ?? "en").map(({ segment, index }) => {
      const inside = characters.slice(index, index + segment.length);
      return {
        text: segment,
        startSeconds: inside[0]?.startSeconds ?? 0,
        endSeconds: inside.at(-1)?.endSeconds ?? 0,
        confidence: Math.min(...inside.map((character) => character.confidence)),
      };
    });
  });
};

const fullWidthForms: Readonly<Record<string, string>> = {
  ",": "，",
  "?": "？",
  "!": "！",
  ":": "：",
  ";": "；",
};

/** Replaces ASCII punctuation after Chinese and Japanese characters with its full-width form, of the same length. */
export const withFullWidthPunctuation = (text: string): string =>
  text.replace(
    /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー])[,?!:;]/gu,
    (mark) => fullWidthForms[mark] ?? mark,
  );

/** Distributes a word's time evenly over its UTF-16 units, the units of Intl.Segmenter. */
const timedCharacters = ({ text, startSeconds, endSeconds, confidence }: Recognition["words"][number]) => {
  const each = (endSeconds - startSeconds) / text.length;
  return Array.from({ length: text.length }, (_, at) => ({
    startSeconds: startSeconds + each * at,
    endSeconds: startSeconds + each * (at + 1),
    confidence,
  }));
};

/** Returns the entries of a word and its punctuation. */
export const toEntries = (recognized: RecognizedWord): WordEntry[] => {
  const { before, word, after } = splitPunctuation(recognized.text);
  const mark = (text: string, seconds: number): WordEntry => ({
    text,
    type: "punctuation",
    startSeconds: seconds,
    endSeconds: seconds,
    confidence: recognized.confidence,
  });
  const entries: WordEntry[] = [];
  if (before !== "") entries.push(mark(before, recognized.startSeconds));
  if (word !== "") {
    entries.push({
      text: word,
      type: "word",
      startSeconds: recognized.startSeconds,
      endSeconds: recognized.endSeconds,
      confidence: recognized.confidence,
    });
  }
  if (after !== "") entries.push(mark(after, recognized.endSeconds));
  return entries;
};

/** Rounds times to milliseconds; entries are then in order, without overlaps, within the duration, and words have a duration. */
export const normalizeTimes = (entries: readonly WordEntry[], durationSeconds: number): WordEntry[] => {
  let previousEnd = 0;
  const inside = entries.map((entry) => {
    const start = toMilliseconds(Math.min(Math.max(entry.startSeconds, previousEnd), durationSeconds));
    const end = toMilliseconds(Math.min(Math.max(entry.endSeconds, start), durationSeconds));
    previousEnd = Math.max(start, end);
    const confidence = Math.round((entry.confidence ?? 0) * 1000) / 1000;
    return { ...entry, startSeconds: start, endSeconds: previousEnd, confidence };
  });
  return withMinimumDurations(inside, durationSeconds);
};
