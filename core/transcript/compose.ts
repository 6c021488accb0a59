import { isUnspacedLanguage } from "../captions/script.ts";
import type { Recognition } from "./recognition.ts";
import { splitMarks } from "./split-marks.ts";
import type { WordEntry } from "./word-entry.ts";

interface Piece {
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
  const pieces = isUnspacedLanguage(recognition.language) ? segmented(recognition) : joined(recognition);
  return timed(pieces.flatMap(entriesOf), durationSeconds);
};

const joined = ({ words }: Recognition): Piece[] => {
  const pieces: Piece[] = [];
  for (const { text, spaceBefore, startSeconds, endSeconds, confidence } of words) {
    const last = pieces.at(-1);
    if (spaceBefore || last === undefined) {
      pieces.push({ text, startSeconds, endSeconds, confidence });
    } else {
      last.text += text;
      last.endSeconds = Math.max(last.endSeconds, endSeconds);
      last.confidence = Math.min(last.confidence, confidence);
    }
  }
  return pieces;
};

/** Runs of pieces without a space between them, cut anew into the language's words. */
const segmented = ({ words, language }: Recognition): Piece[] => {
  const runs: Recognition["words"][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    if (run === undefined || word.spaceBefore) runs.push([word]);
    else run.push(word);
  }
  const segmenter = new Intl.Segmenter(language === "yue" ? "zh" : (language ?? "en"), {
    granularity: "word",
  });
  return runs.flatMap((run) => {
    const characters = run.flatMap(timedCharacters);
    const text = run.map((word) => word.text).join("");
    return [...segmenter.segment(text)].map(({ segment, index }) => {
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

/** A piece's time shared out evenly over its UTF-16 units, which is what Intl.Segmenter counts in. */
const timedCharacters = ({ text, startSeconds, endSeconds, confidence }: Recognition["words"][number]) => {
  const each = (endSeconds - startSeconds) / text.length;
  return Array.from({ length: text.length }, (_, at) => ({
    startSeconds: startSeconds + each * at,
    endSeconds: startSeconds + each * (at + 1),
    confidence,
  }));
};

const entriesOf = (piece: Piece): WordEntry[] => {
  const { before, word, after } = splitMarks(piece.text);
  const mark = (text: string, seconds: number): WordEntry => ({
    text,
    type: "punctuation",
    start_time: seconds,
    end_time: seconds,
    confidence: piece.confidence,
  });
  const entries: WordEntry[] = [];
  if (before !== "") entries.push(mark(before, piece.startSeconds));
  if (word !== "") {
    entries.push({
      text: word,
      type: "word",
      start_time: piece.startSeconds,
      end_time: piece.endSeconds,
      confidence: piece.confidence,
    });
  }
  if (after !== "") entries.push(mark(after, piece.endSeconds));
  return entries;
};

/** Milliseconds are as fine as any engine's times are true; more digits would only look precise. */
const toMilliseconds = (value: number): number => Math.round(value * 1000) / 1000;

const timed = (entries: readonly WordEntry[], durationSeconds: number): WordEntry[] => {
  let previousEnd = 0;
  return entries.map((entry) => {
    const start = toMilliseconds(Math.min(Math.max(entry.start_time, previousEnd), durationSeconds));
    const end = toMilliseconds(Math.min(Math.max(entry.end_time, start), durationSeconds));
    previousEnd = Math.max(start, end);
    const confidence = Math.round((entry.confidence ?? 0) * 1000) / 1000;
    return { ...entry, start_time: start, end_time: previousEnd, confidence };
  });
};
