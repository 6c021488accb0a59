import { planOutput } from "../render-plan/output-plan.ts";
import type { ExportSettings } from "../render-plan/settings.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import type { MediaInfo } from "../videos/media-info.ts";
import { type CutList, cutSeconds } from "./cut-list.ts";
import { withoutDisfluencies } from "./disfluencies.ts";
import { planCuts, type TimeSpan } from "./plan-cuts.ts";
import { onCutTimeLine } from "./retime.ts";

export interface CutWords {
  /** On the cut time line. */
  transcript: Transcript;
  /** Null: there was nothing to cut; the transcript is as it was. */
  cuts: CutList | null;
  durationSeconds: number;
}

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
  sounds: readonly TimeSpan[] | null,
  settings: { silenceRemoval: number | null; disfluencyRemoval: boolean },
  film: { media: MediaInfo; exportSettings: ExportSettings },
): CutWords => {
  const { fps, frameCount } = planOutput(film.media, film.exportSettings);
  const { transcript: words, disfluencies } = settings.disfluencyRemoval
    ? withoutDisfluencies(transcript, language)
    : { transcript, disfluencies: [] };
  const { silenceRemoval } = settings;
  const cuts = planCuts({ words, disfluencies, sounds, silenceRemoval, fps, frames: frameCount });
  return cuts
    ? { transcript: onCutTimeLine(shown ?? words, cuts), cuts, durationSeconds: cutSeconds(cuts) }
    : { transcript: shown ?? transcript, cuts: null, durationSeconds: film.media.durationSeconds };
};
