import { join } from "node:path";
import { chooseStill } from "../../core/clips/choose-still.ts";
import { type FramePath, withFramePath } from "../../core/render-plan/frame-path.ts";
import { type CompositedPlan, planOutput } from "../../core/render-plan/output-plan.ts";
import type { RenderJob } from "../../core/render-plan/render-job.ts";
import { planSurvey } from "../../core/render-plan/survey-arguments.ts";
import { followSpeaker } from "./follow-speaker.ts";
import type { RenderTaskDeps } from "./render-task.ts";
import { withSeekFallback } from "./seek-fallback.ts";
import { type SurveyOptions, surveyVideo } from "./survey-video.ts";
import { writeStill } from "./thumbnail.ts";

/**
 * Surveys the source of a job that follows the speaker or has a still. Publishes the still: before the video, so where there
 * is a video, there is its still. Returns the path of the crop; null: it rests.
 *
 * @throws NamedError MediaUnreadable, RenderFailed, RenderTimedOut
 */
export const surveyTask = async (
  job: RenderJob,
  sourcePath: string,
  folder: string,
  deps: Pick<RenderTaskDeps, "upload">,
  signal: AbortSignal,
): Promise<FramePath | null> => {
  const { media, exportSettings, cuts, reframe, thumbnailKey } = job;
  const plan = planOutput(media, exportSettings, cuts ?? null);
  if (plan.mode !== "composited" || (reframe === undefined && thumbnailKey === undefined)) return null;
  const still = join(folder, "thumbnail.jpg");
  // The still may need a seek where the survey needs none.
  const path = await withSeekFallback(true, (withoutSeeking) =>
    surveyPlan(plan, job, { sourcePath, still }, { signal, withoutSeeking }),
  );
  if (thumbnailKey !== undefined) await deps.upload(thumbnailKey, still, "image/jpeg", signal);
  return path;
};

/** Surveys a plan once, and writes its still if it has one. */
const surveyPlan = async (
  plan: CompositedPlan,
  { reframe, thumbnailKey }: RenderJob,
  { sourcePath, still }: { sourcePath: string; still: string },
  options: SurveyOptions,
): Promise<FramePath | null> => {
  const survey = planSurvey(plan, { withGray: false });
  const { path, samples, images } =
    reframe === undefined
      ? { ...(await surveyVideo(plan, survey, sourcePath, options)), path: null, samples: undefined }
      : await followSpeaker(plan, sourcePath, options);
  if (thumbnailKey === undefined) return path;
  const frame = images.length === 0 ? 0 : chooseStill(images, survey.size, samples);
  await writeStill(withFramePath(plan, path), frame, sourcePath, still, options);
  return path;
};
