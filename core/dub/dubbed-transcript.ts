import type { AudibleSpan } from "../cuts/auto-cut.ts";
import { mergeSpans, type TimeSpan } from "../time/time-span.ts";
import { normalizeTimes, toEntries } from "../transcript/compose.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import type { DubPlan, Spoken } from "./dub-job.ts";

/** Confidence of sentences that a person should check. */
const doubtfulConfidence = 0.3;

/**
 * Returns the words of a dub when they are spoken in the dubbed audio.
 *
 * @param confidences of the translated sentences, in the order of the job, 0 to 1
 * @param mediaSeconds duration of the media
 */
export const dubbedTranscript = (
  { clips }: DubPlan,
  { sentences }: Spoken,
  confidences: readonly number[],
  mediaSeconds: number,
): Transcript => {
  const entries = clips.flatMap(({ index, startSeconds, tempo, isTooLong }) => {
    const sentence = sentences[index];
    if (sentence === undefined) return [];
    const limit = sentence.isDoubtful || isTooLong ? doubtfulConfidence : 1;
    const confidence = Math.min(limit, confidences[index] ?? 1);
    return sentence.words.flatMap((word) =>
      toEntries({
        text: word.text,
        startSeconds: startSeconds + word.startSeconds / tempo,
        endSeconds: startSeconds + word.endSeconds / tempo,
        confidence,
      }),
    );
  });
  return normalizeTimes(entries, mediaSeconds);
};

/**
 * Returns where the dubbed audio is audible: the new speech, and the other sounds of the original. A hesitation of the
 * original is not in the dub.
 *
 * @param original null when the audio was not analyzed
 */
export const dubbedAudibleSpans = (
  original: readonly AudibleSpan[] | null,
  { clips }: DubPlan,
): TimeSpan[] | null => {
  if (original === null) return null;
  const audible = [...original.filter(({ isFiller }) => !isFiller), ...clips];
  return mergeSpans(audible.map(({ startSeconds, endSeconds }) => ({ startSeconds, endSeconds })));
};
