import { transcriptOnCutTimeLine } from "../cuts/retime.ts";
import type { FrameRange } from "../time/frame-range.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import type { Rational } from "../time/rational.ts";
import { opensNextWord } from "../transcript/mark-sides.ts";
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
  const isInside = ({ startSeconds, endSeconds }: WordEntry): boolean => {
    const middle = (startSeconds + endSeconds) / 2;
    return middle >= start && middle < end;
  };
  const from = transcript.findIndex(isInside);
  const to = transcript.findLastIndex(isInside) + 1;
  const inside = transcript
    .slice(from, to)
    .filter((entry, at) => isInside(entry) && !isStrayMark(transcript, from + at, { from, to }));
  return transcriptOnCutTimeLine(inside, { fps, kept: [{ startFrame, endFrame }] });
};

/** Whether a mark belongs to the word before a clip or to the one after it: without a pause, it has the same time as the clip's limit. */
const isStrayMark = (
  transcript: Transcript,
  at: number,
  { from, to }: { from: number; to: number },
): boolean => {
  if (transcript[at]?.type !== "punctuation") return false;
  const isWord = ({ type }: WordEntry): boolean => type === "word";
  return opensNextWord(transcript, at)
    ? !transcript.slice(at, to).some(isWord)
    : !transcript.slice(from, at).some(isWord);
};
