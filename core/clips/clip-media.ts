import { clipTaskCostMicroUsd, mediaMillisecondsOf, type TaskPrice } from "../billing/price.ts";
import { isNamedError, NamedError } from "../errors.ts";
import { planOutput } from "../render-plan/output-plan.ts";
import type { ExportSettings } from "../settings/render-settings.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import type { MediaInfo, VideoStream } from "../videos/media-info.ts";
import type { FrameGrid } from "./candidates.ts";
import { type ClipCriteria, checkVideoLength, noSpeechError } from "./choose-clips.ts";

/** What the renderer takes. */
const fpsLimits = { least: 12, most: 120 };
/** A changing rate becomes one that shows every frame of an ordinary camera or screen. */
const constantRates = [30, 60];

/** A multiple or a part of the source's rate that is within the bounds: no frame is shown longer than its neighbours. */
const clipFps = ({ frameRate, isVariableFrameRate }: VideoStream): number => {
  const own = framesPerSecond(frameRate);
  if (isVariableFrameRate) return constantRates.find((rate) => own <= rate) ?? 60;
  if (own < fpsLimits.least) return own * Math.ceil(fpsLimits.least / own);
  return own > fpsLimits.most ? own / Math.ceil(own / fpsLimits.most) : own;
};

/** A clip looks like its source: its size, as far as the renderer goes, and its frames. */
export const clipExportSettings = ({ video }: Pick<MediaInfo, "video">): ExportSettings => ({
  quality: "ultraHD",
  ...(video ? { fps: clipFps(video) } : {}),
});

/**
 * The frames that clips of a source are cut at. Throws NamedError NoPicture, NoSpeech (there is no sound at all),
 * VideoTooShort: what is known before anybody has listened.
 */
export const clipGrid = (
  media: MediaInfo,
  { durationRange }: Pick<ClipCriteria, "durationRange">,
): FrameGrid => {
  if (media.video === null)
    throw new NamedError(
      "NoPicture",
      "The source has sound but no picture, and clips are cut out of films: upload a video.",
    );
  if (media.audio === null) throw noSpeechError();
  const { fps, frameCount } = planOutput(media, clipExportSettings(media));
  const grid = { fps, frames: frameCount };
  checkVideoLength(durationRange, grid);
  return grid;
};

/** The highest cost, to be held; none while the media is not known, or when the task is going to fail before any work. */
export const clipCostToHold = (media: MediaInfo | null, wish: ClipCriteria): TaskPrice => {
  if (media === null || !canBeClipped(media, wish)) return { costMicroUsd: null, mediaMilliseconds: null };
  return {
    costMicroUsd: clipTaskCostMicroUsd(media, wish.durationRange, wish.maxClips),
    mediaMilliseconds: mediaMillisecondsOf(media),
  };
};

const canBeClipped = (media: MediaInfo, wish: ClipCriteria): boolean => {
  try {
    clipGrid(media, wish);
    return true;
  } catch (error) {
    if (isNamedError(error)) return false;
    throw error;
  }
};
