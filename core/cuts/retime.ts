import { toMilliseconds } from "../time/milliseconds.ts";
import { withMinimumDurations } from "../transcript/minimum-durations.ts";
import type { Transcript, WordEntry } from "../transcript/word-entry.ts";
import { type CutList, cutSeconds, toCutTime, toSourceTime } from "./cut-list.ts";

/** Maps a transcript from the source's time line to that of the cut video: in order, without overlaps, within its duration. */
export const transcriptOnCutTimeLine = (transcript: Transcript, cuts: CutList): WordEntry[] => {
  const cutTime = toCutTime(cuts);
  const end = Math.floor(cutSeconds(cuts) * 1000) / 1000;
  return withMinimumDurations(
    retime(transcript, (seconds) => Math.min(end, cutTime(seconds))),
    end,
  );
};

/** Maps a transcript from the cut time line back to the source's. A word across a cut includes what was cut. */
export const transcriptOnSourceTimeLine = (transcript: Transcript, cuts: CutList): WordEntry[] =>
  retime(transcript, toSourceTime(cuts));

const retime = (
  transcript: Transcript,
  timeOf: (seconds: number, side: "start" | "end") => number,
): WordEntry[] => {
  let previousEnd = 0;
  return transcript.map((entry) => {
    // Punctuation has no duration and stays at the end of its word.
    const side = entry.endSeconds === entry.startSeconds ? "end" : "start";
    const startSeconds = Math.max(previousEnd, toMilliseconds(timeOf(entry.startSeconds, side)));
    const endSeconds = Math.max(startSeconds, toMilliseconds(timeOf(entry.endSeconds, "end")));
    previousEnd = endSeconds;
    return { ...entry, startSeconds, endSeconds };
  });
};
