import { stat } from "node:fs/promises";
import { runFfmpeg } from "../../adapters/media/ffmpeg.ts";
import { NamedError } from "../../core/errors.ts";
import type { CompositedPlan } from "../../core/render-plan/output-plan.ts";
import { stillArguments } from "../../core/render-plan/still-arguments.ts";
import { renderFailure } from "./render-video.ts";
import type { SurveyOptions } from "./survey-video.ts";

/** One frame is decoded from the key frame before it. */
const stillTimeoutSeconds = 300;

/**
 * Writes a still of an output, without captions, as JPEG.
 *
 * @param frame of the output
 * @param outputPath absolute path; overwritten
 * @throws NamedError MediaUnreadable, RenderFailed, RenderTimedOut
 */
export const writeStill = async (
  plan: CompositedPlan,
  frame: number,
  sourcePath: string,
  outputPath: string,
  { signal, withoutSeeking }: SurveyOptions,
): Promise<void> => {
  const args = stillArguments(plan, frame, sourcePath, outputPath, withoutSeeking);
  await runFfmpeg({ args, timeoutSeconds: stillTimeoutSeconds, signal }).catch((error: unknown) => {
    throw renderFailure(error);
  });
  const { size } = await stat(outputPath);
  if (size === 0) throw new NamedError("RenderFailed", "The still of the video could not be drawn");
};
