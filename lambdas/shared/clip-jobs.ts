import type { z } from "zod";
import { chosenCut, type MediaConvertCut } from "../../core/clips/media-convert-job.ts";
import type { RenderJob } from "../../core/render-plan/render-job.ts";
import type { chooseClipsEnvironment } from "../environment.ts";
import { segmentSettings } from "./segment-settings.ts";

/** The operator's settings of cutting: how many clips are cut at once, and which of them by MediaConvert. */
export const clipJobs = (env: z.infer<typeof chooseClipsEnvironment>) => ({
  segmentSettings: segmentSettings(env),
  mediaConvertCut: (job: RenderJob, stillsKey: string): MediaConvertCut | null =>
    chosenCut(env.CAPSTACK_CLIP_CUTTER ?? env.CLIP_CUTTER, job, env.BUCKET_NAME, stillsKey),
});
