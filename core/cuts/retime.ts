import { toMilliseconds } from "../time/milliseconds.ts";
import { withMinimumDurations } from "../transcript/minimum-durations.ts";
import type { Transcript, WordEntry } from "../transcript/word-entry.ts";
import { type CutList, cutSeconds, toCutTime, toSourceTime } from "./cut-list.ts";

/** A transcript moved from the source's time line to that of the cut film: in order, never overlapping, inside it. */
export const transcriptOnCutTimeLine = (transcript: Transcript, cuts: CutList): WordEntry[] => {
  const cutTime = toCutTime(cuts);
  const end = Math.floor(cutSeconds(cuts) * 1000) / 1000;
  return withMinimumDurations(
    retime(transcript, (seconds) => Math.min(end, cutTime(seconds))),
    end,
  );
};

/** A transcript of a cut film moved back to the source's time line; a word across a cut spans what was cut away. */
export const transcriptOnSourceTimeLine = (transcript: Transcript, cuts: CutList): WordEntry[] =>
  retime(transcript, toSourceTime(cuts));

const retime = (
  transcript: Transcript,
  timeOf: (seconds: number, side: "start" | "end") => number,
): WordEntry[] => {
  let previousEnd = 0;
  return transcript.map((entry) => {
    // A mark takes no time: it stays at the end of its word.
    const side = entry.endSeconds === entry.startSeconds ? "end" : "start";
    const startSeconds = Math.max(previousEnd, toMilliseconds(timeOf(entry.startSeconds, side)));
    const endSeconds = Math.max(startSeconds, toMilliseconds(timeOf(entry.endSeconds, "end")));
    previousEnd = endSeconds;
    return { ...entry, startSeconds, endSeconds };
  });
};
