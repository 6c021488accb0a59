import { stat } from "node:fs/promises";
import { runFfmpeg } from "../../adapters/media/ffmpeg.ts";
import { chooseStill } from "../../core/clips/choose-still.ts";
import { NamedError } from "../../core/errors.ts";
import type { CompositedPlan } from "../../core/render-plan/output-plan.ts";
import { stillArguments } from "../../core/render-plan/still-arguments.ts";
import { planSurvey } from "../../core/render-plan/survey-arguments.ts";
import { renderFailure } from "./render-video.ts";
import { surveyVideo } from "./survey-video.ts";

/** One frame is decoded from the key frame before it. */
const stillTimeoutSeconds = 300;

/**
 * Writes a still of an output, without captions, as JPEG.
 *
 * @param outputPath absolute path; overwritten
 * @throws NamedError MediaUnreadable, RenderFailed, RenderTimedOut
 */
export const writeThumbnail = async (
  plan: CompositedPlan,
  sourcePath: string,
  outputPath: string,
  signal: AbortSignal,
): Promise<void> => {
  const survey = planSurvey(plan);
  try {
    const images = await surveyVideo(plan, survey, sourcePath, signal);
    const frame = images.length === 0 ? 0 : chooseStill(images, survey.size);
    const args = stillArguments(plan, frame, sourcePath, outputPath);
    await runFfmpeg({ args, timeoutSeconds: stillTimeoutSeconds, signal });
  } catch (error) {
    throw renderFailure(error);
  }
  const { size } = await stat(outputPath);
  if (size === 0) throw new NamedError("RenderFailed", "The still of the video could not be drawn");
};
