import { wordSegments } from "../languages/word-segments.ts";
import { isUnspacedLanguage } from "../languages/writing.ts";
import { toMilliseconds } from "../time/milliseconds.ts";
import { withMinimumDurations } from "./minimum-durations.ts";
import type { Recognition } from "./recognition.ts";
import { splitPunctuation } from "./split-punctuation.ts";
import type { WordEntry } from "./word-entry.ts";

/** A word with the marks that touch it. Seconds on the media's time line. */
export interface RecognizedWord {
  text: string;
  startSeconds: number;
  endSeconds: number;
  confidence: number;
}

/**
 * The transcript of what an engine heard: words and punctuation marks in order, none overlapping, all inside the media.
 * Pieces that the engine wrote together become one word ("like" + "-minded"); where a language writes no spaces, words
 * are found by its dictionary (ICU). Punctuation takes no time: it stands at its word's edge.
 *
 * @param durationSeconds length of the media; nothing ends later.
 */
export const composeTranscript = (recognition: Recognition, durationSeconds: number): WordEntry[] => {
  const inOrder = { ...recognition, words: removeOverlaps(recognition.words) };
  const pieces = isUnspacedLanguage(recognition.language) ? resegment(inOrder) : joinFragments(inOrder);
  return normalizeTimes(pieces.flatMap(toEntries), durationSeconds);
};

/** Overlapping pieces share their time at the later one's start; none is lost, none is moved before another. */
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

/** Where a speaker breaks off: "and then...he" is two words, though the engine wrote no space between them. */
const brokenOffWord = /(?:\.\.|…|[—–])["'”’]?$/u;

/** The engine's words whole: pieces that it wrote together are one. */
export const joinFragments = ({ words }: Pick<Recognition, "words">): RecognizedWord[] => {
  const pieces: RecognizedWord[] = [];
  for (const { text, spaceBefore, startSeconds, endSeconds, confidence } of words) {
    const last = pieces.at(-1);
    if (spaceBefore || last === undefined || brokenOffWord.test(last.text)) {
      pieces.push({ text, startSeconds, endSeconds, confidence });
    } else {
      last.text += text;
      last.endSeconds = Math.max(last.endSeconds, endSeconds);
      last.confidence = Math.min(last.confidence, confidence);
    }
  }
  return pieces;
};

/** No word goes on over a pause of this length, whatever the dictionary says. */
const pauseSeconds = 0.4;

/** Runs of pieces without a space or a pause between them, cut anew into the language's words. */
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

/** Chinese and Japanese set their marks in the width of a character; engines write either. Lengths stay the same. */
export const withFullWidthPunctuation = (text: string): string =>
  text.replace(
    /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー])[,?!:;]/gu,
    (mark) => fullWidthForms[mark] ?? mark,
  );

/** A piece's time shared out evenly over its UTF-16 units, which is what Intl.Segmenter counts in. */
const timedCharacters = ({ text, startSeconds, endSeconds, confidence }: Recognition["words"][number]) => {
  const each = (endSeconds - startSeconds) / text.length;
  return Array.from({ length: text.length }, (_, at) => ({
    startSeconds: startSeconds + each * at,
    endSeconds: startSeconds + each * (at + 1),
    confidence,
  }));
};

/** A piece's word and the marks around it, which take no time. */
export const toEntries = (piece: RecognizedWord): WordEntry[] => {
  const { before, word, after } = splitPunctuation(piece.text);
  const mark = (text: string, seconds: number): WordEntry => ({
    text,
    type: "punctuation",
    startSeconds: seconds,
    endSeconds: seconds,
    confidence: piece.confidence,
  });
  const entries: WordEntry[] = [];
  if (before !== "") entries.push(mark(before, piece.startSeconds));
  if (word !== "") {
    entries.push({
      text: word,
      type: "word",
      startSeconds: piece.startSeconds,
      endSeconds: piece.endSeconds,
      confidence: piece.confidence,
    });
  }
  if (after !== "") entries.push(mark(after, piece.endSeconds));
  return entries;
};

/** Entries in whole milliseconds: in order, not overlapping, none later than the end, no word without time. */
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
