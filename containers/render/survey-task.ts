import { join } from "node:path";
import { chooseStill } from "../../core/clips/choose-still.ts";
import type { FacesAt } from "../../core/reframe/face.ts";
import { type FramePath, withFramePath } from "../../core/render-plan/frame-path.ts";
import { type CompositedPlan, planOutput } from "../../core/render-plan/output-plan.ts";
import { findsFaces, type RenderJob } from "../../core/render-plan/render-job.ts";
import { planSurvey } from "../../core/render-plan/survey-arguments.ts";
import { captionsAvoidFaces } from "../../core/settings/export-rules.ts";
import { followSpeaker, type SpeakerSurvey } from "./follow-speaker.ts";
import type { RenderTaskDeps } from "./render-task.ts";
import { withSeekFallback } from "./seek-fallback.ts";
import { type SurveyOptions, surveyVideo } from "./survey-video.ts";
import { writeStill } from "./thumbnail.ts";

/** What a render needs of the faces in its source. */
export interface SurveyedFaces {
  /** The path of the crop; null: it rests. */
  framePath: FramePath | null;
  /** The faces that captions keep off; null: they keep off none. */
  avoidedFaces: readonly FacesAt[] | null;
}

const nothing: SurveyedFaces = { framePath: null, avoidedFaces: null };

/**
 * Surveys the source of a job that follows the speaker, whose captions keep off faces, or that has a still. Publishes the still: before
 * the video, so where there is a video, there is its still.
 *
 * @throws NamedError MediaUnreadable, RenderFailed, RenderTimedOut
 */
export const surveyTask = async (
  job: RenderJob,
  sourcePath: string,
  folder: string,
  deps: Pick<RenderTaskDeps, "upload">,
  signal: AbortSignal,
): Promise<SurveyedFaces> => {
  const { media, exportSettings, cuts, thumbnailKey } = job;
  const plan = planOutput(media, exportSettings, cuts ?? null);
  if (plan.mode !== "composited" || (!findsFaces(job) && thumbnailKey === undefined)) return nothing;
  const still = join(folder, "thumbnail.jpg");
  // The still may need a seek where the survey needs none.
  const faces = await withSeekFallback(true, (withoutSeeking) =>
    surveyPlan(plan, job, { sourcePath, still }, { signal, withoutSeeking }),
  );
  if (thumbnailKey !== undefined) await deps.upload(thumbnailKey, still, "image/jpeg", signal);
  return faces;
};

/**
 * Finds the faces that a job follows or keeps off.
 *
 * @throws NamedError MediaUnreadable, RenderFailed, RenderTimedOut
 */
export const surveyFaces = async (
  plan: CompositedPlan,
  job: Pick<RenderJob, "reframe" | "renderOptions" | "exportSettings">,
  sourcePath: string,
  options: SurveyOptions,
): Promise<SurveyedFaces & Partial<Omit<SpeakerSurvey, "path">>> => {
  if (!findsFaces(job)) return nothing;
  const { path, samples, images } = await followSpeaker(plan, sourcePath, options);
  return {
    ...{ samples, images },
    framePath: job.reframe === undefined ? null : path,
    avoidedFaces: captionsAvoidFaces(job.renderOptions, job.exportSettings) ? samples : null,
  };
};

/** Surveys a plan once, and writes its still if it has one. */
const surveyPlan = async (
  plan: CompositedPlan,
  job: RenderJob,
  { sourcePath, still }: { sourcePath: string; still: string },
  options: SurveyOptions,
): Promise<SurveyedFaces> => {
  const { samples, images, ...faces } = await surveyFaces(plan, job, sourcePath, options);
  if (job.thumbnailKey === undefined) return faces;
  const survey = planSurvey(plan, { withGray: false });
  const shown = images ?? (await surveyVideo(plan, survey, sourcePath, options)).images;
  const frame = shown.length === 0 ? 0 : chooseStill(shown, survey.size, samples);
  await writeStill(withFramePath(plan, faces.framePath), frame, sourcePath, still, options);
  return faces;
};
