import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runFfmpeg } from "../../adapters/media/ffmpeg.ts";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import type { SurveyImage } from "../../core/clips/choose-still.ts";
import { frameChanges, type GrayFrames } from "../../core/reframe/shots.ts";
import type { CompositedPlan } from "../../core/render-plan/output-plan.ts";
import {
  type Survey,
  type SurveyDecoding,
  surveyArguments,
} from "../../core/render-plan/survey-arguments.ts";
import { renderFailure, timeoutSeconds } from "./render-video.ts";

/** All frames in gray, and how much each differs from the one before. */
interface SurveyedFrames extends GrayFrames {
  changes: readonly number[];
}

export interface SurveyResult {
  images: SurveyImage[];
  /** Of every frame; null unless the survey has them. */
  gray: SurveyedFrames | null;
}

export interface SurveyOptions extends SurveyDecoding {
  signal: AbortSignal;
}

/** Images of the frames that were decoded, each once: where a frame is missing, the one before is shown again. */
const decodedImages = (images: readonly SurveyImage[], changes: readonly number[]): SurveyImage[] => {
  const shown = images.map(({ frame, rgb }) => ({
    frame: Math.max(
      0,
      changes.findLastIndex((change, at) => at <= frame && change > 0),
    ),
    rgb,
  }));
  return shown.filter(({ frame }, index) => frame !== shown[index - 1]?.frame);
};

/**
 * Decodes a plan's part of a source once, to small images.
 *
 * @throws NamedError MediaUnreadable, RenderFailed, RenderTimedOut
 */
export const surveyVideo = (
  plan: CompositedPlan,
  survey: Survey,
  sourcePath: string,
  { signal, ...decoding }: SurveyOptions,
): Promise<SurveyResult> =>
  withScratchFolder("survey", async (folder) => {
    const files = { images: join(folder, "images.rgb"), gray: join(folder, "frames.gray") };
    const args = surveyArguments(plan, survey, sourcePath, files, decoding);
    await runFfmpeg({ args, timeoutSeconds: timeoutSeconds(plan), signal }).catch((error: unknown) => {
      throw renderFailure(error);
    });
    const bytes = await readFile(files.images);
    const length = 3 * survey.size.width * survey.size.height;
    const images = Array.from({ length: Math.floor(bytes.length / length) }, (_, index) => ({
      frame: Math.min(plan.frameCount - 1, index * survey.every),
      rgb: bytes.subarray(index * length, (index + 1) * length),
    }));
    if (survey.graySize === null) return { images, gray: null };
    const gray = { pixels: await readFile(files.gray), ...survey.graySize };
    const changes = frameChanges(gray);
    return { images: decoding.skips ? decodedImages(images, changes) : images, gray: { ...gray, changes } };
  });
