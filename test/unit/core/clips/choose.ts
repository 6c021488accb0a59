import { type ChosenClip, chooseClips } from "../../../../core/clips/choose-clips.ts";
import type { ClipDurationRange } from "../../../../core/clips/duration-range.ts";
import type { LanguageModel } from "../../../../core/language-model.ts";
import type { Transcript } from "../../../../core/transcript/word-entry.ts";

/** Rules alone score the clips. */
export const noRatings = { ratingModel: null, reportRatingFailure: () => undefined };
export const fps = { num: 30, den: 1 };
export const rate = 30;

export const choose = (
  transcript: Transcript,
  seconds: number,
  durationRange: ClipDurationRange,
  maxClips: number,
  {
    language = "en",
    model = null,
    now = () => new Date(0),
  }: { language?: string | null; model?: LanguageModel | null; now?: () => Date } = {},
  failures: unknown[] = [],
): Promise<ChosenClip[]> =>
  chooseClips(
    { transcript, language },
    { fps, frameCount: Math.floor(seconds * rate) },
    { maxClips, durationRange },
    { ...noRatings, model, reportFailure: (_, error) => failures.push(error), now },
  );

export const startOf = ({ startFrame }: ChosenClip): number => startFrame / rate;
export const endOf = ({ endFrame }: ChosenClip): number => endFrame / rate;

/** The words within a clip. */
export const wordsIn = (transcript: Transcript, clip: ChosenClip): string =>
  transcript
    .filter(
      ({ startSeconds, endSeconds }) =>
        startSeconds >= startOf(clip) - 1e-6 && endSeconds <= endOf(clip) + 1e-6,
    )
    .map(({ text }) => text)
    .join(" ");
