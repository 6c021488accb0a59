import { clipTaskCostMicroUsd, mediaMillisecondsOf, type TaskPrice } from "../billing/price.ts";
import { isNamedError, NamedError } from "../errors.ts";
import { planOutput } from "../render-plan/output-plan.ts";
import type { ExportSettings } from "../settings/render-settings.ts";
import type { ClipRequest } from "../tasks/clip-task.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import type { MediaInfo, VideoStream } from "../videos/media-info.ts";
import type { FrameGrid } from "./candidates.ts";
import { type ClipCriteria, checkVideoLength, noSpeechError } from "./choose-clips.ts";

/** Frame rates that the renderer supports. */
const fpsLimits = { min: 12, max: 120 };
/** Constant rates for variable ones; they keep every frame of common cameras and screen recordings. */
const constantRates = [30, 60];

/** A multiple or a fraction of the source's rate within the limits, so that every frame has the same duration. */
const clipFps = ({ frameRate, isVariableFrameRate }: VideoStream): number => {
  const own = framesPerSecond(frameRate);
  if (isVariableFrameRate) return constantRates.find((rate) => own <= rate) ?? 60;
  if (own < fpsLimits.min) return own * Math.ceil(fpsLimits.min / own);
  return own > fpsLimits.max ? own / Math.ceil(own / fpsLimits.max) : own;
};

/** Returns export settings that keep the source's size or, in another shape, as much of it as fits, as far as the renderer supports it, and its frames. */
export const clipExportSettings = (
  { video }: Pick<MediaInfo, "video">,
  { aspectRatio }: ClipShape = {},
): ExportSettings => ({
  quality: "ultraHD",
  ...(video ? { fps: clipFps(video) } : {}),
  ...(aspectRatio === undefined ? {} : { aspectRatio }),
});

/** What a clip's frame shows of the source's: all of it if absent. */
export type ClipShape = Pick<ClipRequest, "aspectRatio" | "reframe">;

/** Returns whether the crop of a clip follows the speaker: unless the request says otherwise, where it changes the shape. */
export const followsSpeaker = ({ aspectRatio, reframe }: ClipShape): boolean =>
  aspectRatio !== undefined && aspectRatio !== "original" && reframe !== "center";

/**
 * Returns the frames at which clips of a source can be cut. Throws NamedError NoPicture, NoSpeech (without an audio track)
 * or VideoTooShort: what is known before the transcription.
 */
export const clipGrid = (
  media: MediaInfo,
  { durationRange }: Pick<ClipCriteria, "durationRange">,
): FrameGrid => {
  if (media.video === null)
    throw new NamedError(
      "NoPicture",
      "The source has an audio track but no video stream. Upload a video to create clips.",
    );
  if (media.audio === null) throw noSpeechError();
  const { fps, frameCount } = planOutput(media, clipExportSettings(media));
  const grid = { fps, frameCount };
  checkVideoLength(durationRange, grid);
  return grid;
};

/** Returns the maximum cost to hold; none while the media is unknown, or when the task will fail before any work. */
export const clipCostToHold = (media: MediaInfo | null, criteria: ClipCriteria): TaskPrice => {
  if (media === null || !isClippable(media, criteria)) return { costMicroUsd: null, mediaMilliseconds: null };
  return {
    costMicroUsd: clipTaskCostMicroUsd(media, criteria.durationRange, criteria.maxClips),
    mediaMilliseconds: mediaMillisecondsOf(media),
  };
};

const isClippable = (media: MediaInfo, criteria: ClipCriteria): boolean => {
  try {
    clipGrid(media, criteria);
    return true;
  } catch (error) {
    if (isNamedError(error)) return false;
    throw error;
  }
};
