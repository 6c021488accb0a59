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
  /** Null: there was nothing to cut; the transcript is as it was. */
  cuts: CutList | null;
  durationSeconds: number;
}

/** Where something is heard, words or not. */
export interface AudibleSpan extends TimeSpan {
  /** Held like "um", in whatever language: a filler where no word is written. */
  isHesitation?: boolean | undefined;
}

const unwrittenFillers = (sounds: readonly AudibleSpan[], transcript: Transcript): Disfluency[] => {
  const words = transcript.filter(({ type }) => type === "word");
  // Somebody hums, or plays.
  if (words.length === 0) return [];
  return sounds
    .filter(({ isHesitation }) => isHesitation)
    .filter(
      (sound) =>
        !words.some((word) => word.startSeconds < sound.endSeconds && word.endSeconds > sound.startSeconds),
    )
    .map(({ startSeconds, endSeconds }) => ({ kind: "filler", startSeconds, endSeconds }));
};

/** What is said without its disfluencies, and those, whether they are written or only heard. */
const separateDisfluencies = (
  transcript: Transcript,
  language: string | null,
  sounds: readonly AudibleSpan[],
) => {
  const { transcript: words, disfluencies } = removeDisfluencies(transcript, language);
  return { transcript: words, disfluencies: [...disfluencies, ...unwrittenFillers(sounds, words)] };
};

/**
 * Decides the cuts of a film and moves its words onto the cut time line.
 *
 * @param transcript what is said, on the source's time line: where the cuts are
 * @param shown the words of the film when they are others, as in a translation
 * @param sounds where anything is heard; null when nobody has listened
 */
export const autoCut = (
  {
    transcript,
    language,
    shown,
  }: { transcript: Transcript; language: string | null; shown: Transcript | null },
  sounds: readonly AudibleSpan[] | null,
  settings: { silenceRemoval: number | null; disfluencyRemoval: boolean },
  uncut: { fps: Rational; frameCount: number; durationSeconds: number },
): AutoCutResult => {
  const { transcript: words, disfluencies } = settings.disfluencyRemoval
    ? separateDisfluencies(transcript, language, sounds ?? [])
    : { transcript, disfluencies: [] };
  const { silenceRemoval } = settings;
  const cuts = planCuts({
    words,
    disfluencies,
    audible: sounds,
    silenceRemoval,
    fps: uncut.fps,
    frameCount: uncut.frameCount,
  });
  return cuts
    ? { transcript: transcriptOnCutTimeLine(shown ?? words, cuts), cuts, durationSeconds: cutSeconds(cuts) }
    : { transcript: shown ?? transcript, cuts: null, durationSeconds: uncut.durationSeconds };
};
