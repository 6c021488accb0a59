import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runFfmpeg } from "../../adapters/media/ffmpeg.ts";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import type { SurveyImage } from "../../core/clips/choose-still.ts";
import type { CompositedPlan } from "../../core/render-plan/output-plan.ts";
import { type Survey, surveyArguments } from "../../core/render-plan/survey-arguments.ts";
import { timeoutSeconds } from "./render-video.ts";

/** Decodes a plan's part of a source once, to small images. Throws MediaToolFailed. */
export const surveyVideo = (
  plan: CompositedPlan,
  survey: Survey,
  sourcePath: string,
  signal: AbortSignal,
): Promise<SurveyImage[]> =>
  withScratchFolder("survey", async (folder) => {
    const path = join(folder, "images.rgb");
    const args = surveyArguments(plan, survey, sourcePath, path);
    await runFfmpeg({ args, timeoutSeconds: timeoutSeconds(plan), signal });
    const bytes = await readFile(path);
    const length = 3 * survey.size.width * survey.size.height;
    return Array.from({ length: Math.floor(bytes.length / length) }, (_, index) => ({
      frame: Math.min(plan.frameCount - 1, index * survey.every),
      rgb: bytes.subarray(index * length, (index + 1) * length),
    }));
  });
