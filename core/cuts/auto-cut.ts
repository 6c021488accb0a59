import type { Rational } from "../time/rational.ts";
import type { TimeSpan } from "../time/time-span.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import { type CutList, cutSeconds } from "./cut-list.ts";
import { type Disfluency, removeDisfluencies } from "./disfluencies.ts";
import { planCuts } from "./plan-cuts.ts";
import { transcriptOnCutTimeLine } from "./retime.ts";

export interface AutoCutResult {
  /** On the cut time line. */
  transcript: Transcript;
  /** Null when nothing is cut; the transcript is unchanged then. */
  cuts: CutList | null;
  durationSeconds: number;
}

/** Audio that may be worth keeping, speech or not. */
export interface AudibleSpan extends TimeSpan {
  /** A sustained vowel such as "um": a filler if no word was recognized there. */
  isFiller?: boolean | undefined;
}

const unwrittenFillers = (audibleSpans: readonly AudibleSpan[], transcript: Transcript): Disfluency[] => {
  const words = transcript.filter(({ type }) => type === "word");
  // Without words it is humming or music.
  if (words.length === 0) return [];
  return audibleSpans
    .filter(({ isFiller }) => isFiller)
    .filter(
      (span) =>
        !words.some((word) => word.startSeconds < span.endSeconds && word.endSeconds > span.startSeconds),
    )
    .map(({ startSeconds, endSeconds }) => ({ kind: "filler", startSeconds, endSeconds }));
};

/** Separates fluent speech from disfluencies, including hesitations that were not transcribed. */
const separateDisfluencies = (
  transcript: Transcript,
  language: string | null,
  audibleSpans: readonly AudibleSpan[],
) => {
  const { transcript: words, disfluencies } = removeDisfluencies(transcript, language);
  return { transcript: words, disfluencies: [...disfluencies, ...unwrittenFillers(audibleSpans, words)] };
};

/**
 * Plans the cuts of a video and maps its transcript to the cut time line.
 *
 * @param transcript the spoken words on the source's time line, which the cuts are planned by
 * @param captions words to show instead, such as a translation; null: the spoken words
 * @param audibleSpans null when the audio was not analyzed
 */
export const autoCut = (
  {
    transcript,
    language,
    captions,
  }: { transcript: Transcript; language: string | null; captions: Transcript | null },
  audibleSpans: readonly AudibleSpan[] | null,
  settings: { silenceRemoval: number | null; disfluencyRemoval: boolean },
  uncut: { fps: Rational; frameCount: number; durationSeconds: number },
): AutoCutResult => {
  const { transcript: words, disfluencies } = settings.disfluencyRemoval
    ? separateDisfluencies(transcript, language, audibleSpans ?? [])
    : { transcript, disfluencies: [] };
  const { silenceRemoval } = settings;
  const cuts = planCuts({
    words,
    disfluencies,
    audibleSpans,
    silenceRemoval,
    fps: uncut.fps,
    frameCount: uncut.frameCount,
  });
  return cuts
    ? {
        transcript: transcriptOnCutTimeLine(captions ?? words, cuts),
        cuts,
        durationSeconds: cutSeconds(cuts),
      }
    : { transcript: captions ?? transcript, cuts: null, durationSeconds: uncut.durationSeconds };
};
