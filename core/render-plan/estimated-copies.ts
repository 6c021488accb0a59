import type { Transcript } from "../transcript/word-entry.ts";
import type { MediaInfo } from "../videos/media-info.ts";
import { showsSourceFrames } from "./copied-groups.ts";
import type { OutputPlan } from "./output-plan.ts";

/** Seconds of the two groups at the ends of a pause that captions touch: about one group of two seconds. */
const touchedSeconds = 2;

/**
 * Returns which share of an output is probably copied from the source (copied-groups.ts), 0 to 1. The groups of the source, which
 * decide, are known to the renderer only.
 *
 * @param transcript on the time line of the output
 */
export const estimatedCopies = (plan: OutputPlan, media: MediaInfo, transcript: Transcript): number => {
  if (!showsSourceFrames(plan, media) || media.durationSeconds <= 0) return 0;
  const { durationSeconds } = media;
  const ends = [0, ...transcript.map(({ endSeconds }) => endSeconds)];
  const starts = [...transcript.map(({ startSeconds }) => startSeconds), durationSeconds];
  const pauses = starts.map((start, index) => Math.min(start, durationSeconds) - (ends[index] ?? 0));
  const copied = pauses.reduce((sum, pause) => sum + Math.max(0, pause - touchedSeconds), 0);
  return copied / durationSeconds;
};
