import { transcriptOnCutTimeLine } from "../cuts/retime.ts";
import { isOpeningPunctuation } from "../text/punctuation.ts";
import type { FrameRange } from "../time/frame-range.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import type { Rational } from "../time/rational.ts";
import type { Transcript, WordEntry } from "../transcript/word-entry.ts";

/**
 * Returns the words of a clip on the clip's time line.
 *
 * @param transcript of the whole video
 * @param fps of the frames that the range counts
 */
export const clipTranscript = (
  transcript: Transcript,
  fps: Rational,
  { startFrame, endFrame }: FrameRange,
): WordEntry[] => {
  const [start, end] = [startFrame, endFrame].map((frame) => frame / framesPerSecond(fps)) as [
    number,
    number,
  ];
  const inside = transcript.filter(({ startSeconds, endSeconds }) => {
    const middle = (startSeconds + endSeconds) / 2;
    return middle >= start && middle < end;
  });
  return transcriptOnCutTimeLine(withoutStrayMarks(inside), { fps, kept: [{ startFrame, endFrame }] });
};

/** Removes the mark after the word before a clip, and the one before the word after it: marks have no duration of their own. */
const withoutStrayMarks = (entries: readonly WordEntry[]): WordEntry[] => {
  const first = entries.findIndex(({ type, text }) => type === "word" || isOpeningPunctuation(text));
  const last = entries.findLastIndex(({ type, text }) => type === "word" || !isOpeningPunctuation(text));
  return first < 0 ? [] : entries.slice(first, last + 1);
};
