import { transcriptOnCutTimeLine } from "../cuts/retime.ts";
import { opensNextWord } from "../text/mark-sides.ts";
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
  const isInside = ({ type, startSeconds, endSeconds }: WordEntry): boolean => {
    const middle = (startSeconds + endSeconds) / 2;
    return type === "word" && middle >= start && middle < end;
  };
  let from = transcript.findIndex(isInside);
  if (from < 0) return [];
  let to = transcript.findLastIndex(isInside) + 1;
  // Marks may have the time of the clip's limit: their words decide.
  while (opensNextWord(transcript, from - 1)) from -= 1;
  while (transcript[to]?.type === "punctuation" && !opensNextWord(transcript, to)) to += 1;
  const inside = transcript.slice(from, to).filter((entry) => entry.type !== "word" || isInside(entry));
  return transcriptOnCutTimeLine(inside, { fps, kept: [{ startFrame, endFrame }] });
};
