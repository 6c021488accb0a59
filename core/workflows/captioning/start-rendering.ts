import type { z } from "zod";
import { brollPlanSchema } from "../../broll/broll-plan.ts";
import { isShortRender } from "../../capacity/short-tasks.ts";
import { dubbedAudioStream } from "../../dub/dub-job.ts";
import { NamedError } from "../../errors.ts";
import type { FontStore } from "../../fonts/font.ts";
import { fontsOfTask } from "../../fonts/task-fonts.ts";
import { outputFrameRate, planOutput } from "../../render-plan/output-plan.ts";
import { type RenderJob, renderJobSchema } from "../../render-plan/render-job.ts";
import { maxSegments, type SegmentSettings } from "../../render-plan/segment-settings.ts";
import { planSegments } from "../../render-plan/segments.ts";
import { outputFollowsSpeaker } from "../../settings/export-rules.ts";
import { outputExtensionOf } from "../../settings/output-mode.ts";
import { getJsonOrNull } from "../../storage/get-json-or-null.ts";
import {
  brollPlanKey,
  dubAudioKey,
  renderJobKey,
  renderOutputKey,
  segmentKey,
  videoSourceKey,
} from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import { type CaptioningTask, transcriptLanguage } from "../../tasks/captioning-task.ts";
import type { TaskSlots } from "../../tasks/task-slots.ts";
import type { CaptioningTaskStore } from "../../tasks/task-store.ts";
import type { Template } from "../../templates/template.ts";
import { frameCountIn } from "../../time/frame-range.ts";
import { framesPerSecond } from "../../time/frame-rate.ts";
import type { TranscriptStore } from "../../transcript/transcript-store.ts";
import type { MediaInfo } from "../../videos/media-info.ts";
import type { VideoStore } from "../../videos/video-store.ts";
import { mediaOfTask } from "../bind-execution.ts";
import { changeTask, statusChangeFields } from "../change-task.ts";
import { templateOfTask } from "../template-of-task.ts";
import { renderTimeoutSeconds } from "../time-limits.ts";

export interface StartRenderingDeps {
  tasks: Pick<CaptioningTaskStore, "get" | "update">;
  videos: Pick<VideoStore, "get">;
  fonts: Pick<FontStore, "get">;
  transcripts: Pick<TranscriptStore, "read" | "readCuts">;
  bucket: Pick<MediaBucket, "head" | "putJson" | "getJson">;
  slots: TaskSlots;
  segmentSettings: SegmentSettings;
  /** Length up to which a function renders (core/capacity/short-tasks.ts); 0: never. */
  shortTaskSeconds: number;
  findTemplate: (templateId: string) => Template | null;
  now: () => Date;
}

export interface RenderingStarted {
  taskId: string;
  jobKey: string;
  renderMode: "whole" | "segments";
  /** Whether a function renders the whole video; a container when it fails. */
  isShort: boolean;
  /** Indexes of the segments that are not in the bucket yet; an earlier execution may have rendered some. */
  segments: number[];
  /** Maximum number of concurrent segments. */
  parallel: number;
  /** For rendering without segments, and for joining segments. */
  renderTimeoutSeconds: number;
  segmentTimeoutSeconds: number;
}

/**
 * Changes a task to `rendering` unless the approval has done so, and writes the render job, which contains everything that
 * the pixels depend on. An existing job is kept: a retry must render the same output.
 *
 * Throws NamedError: InvalidTaskState, VideoUnavailable, FontNotFound, RenderFailed (the template no longer exists).
 */
export const startRendering = async (
  { taskId }: { taskId: string },
  deps: StartRenderingDeps,
): Promise<RenderingStarted> => {
  const task = await changeTask(taskId, deps.tasks, (current) => toRendering(current, deps.now()));
  if (task?.status !== "rendering") {
    throw new NamedError("InvalidTaskState", "The task cannot be rendered in its current status.");
  }
  // Approved tasks continue immediately: the slot is counted, but not limited.
  await deps.slots.acquire(task.accountId, task.id, Number.MAX_SAFE_INTEGER);

  const media = await mediaOfTask(task, deps.videos);
  const job = await pinnedJob(task, media, deps);
  const { segments } = job;
  const extension = outputExtensionOf(task.request.exportSettings);
  const isMissing = await Promise.all(
    segments.map(
      async (_, index) => (await deps.bucket.head(segmentKey(task.id, index, extension))) === null,
    ),
  );
  const longest = Math.max(0, ...segments.map(frameCountIn));
  return {
    taskId: task.id,
    jobKey: renderJobKey(task.id),
    renderMode: segments.length > 0 ? "segments" : "whole",
    isShort: segments.length === 0 && isShortJob(job, deps.shortTaskSeconds),
    segments: segments.flatMap((_, index) => (isMissing[index] ? [index] : [])),
    parallel: Math.min(deps.segmentSettings.parallel, maxSegments),
    renderTimeoutSeconds: renderTimeoutSeconds(media.durationSeconds),
    segmentTimeoutSeconds: renderTimeoutSeconds(
      longest / framesPerSecond(outputFrameRate(task.request.exportSettings)),
    ),
  };
};

/** The part of a job that decides how it is rendered. */
const plannedSchema = renderJobSchema.pick({
  media: true,
  exportSettings: true,
  cuts: true,
  brolls: true,
  reframe: true,
  segments: true,
});
type PlannedJob = z.infer<typeof plannedSchema>;

const isShortJob = (
  { media, exportSettings, cuts, brolls, reframe }: PlannedJob,
  shortTaskSeconds: number,
): boolean =>
  isShortRender(planOutput(media, exportSettings, cuts ?? null, brolls), media, {
    shortTaskSeconds,
    followsSpeaker: reframe !== undefined,
  });

/** Writes the job unless it exists. Returns it. */
const pinnedJob = async (
  task: CaptioningTask,
  media: MediaInfo,
  deps: StartRenderingDeps,
): Promise<PlannedJob> => {
  const jobKey = renderJobKey(task.id);
  const pinned = await getJsonOrNull(deps.bucket, jobKey);
  if (pinned !== null) return plannedSchema.parse(pinned);
  const template = templateOfTask(task.request.templateId, deps);
  const { exportSettings, renderOptions } = task.request;
  const transcript = [...(await deps.transcripts.read(task.id, task.transcriptRevision))];
  const job: RenderJob = {
    taskId: task.id,
    sourceKey: videoSourceKey(task.videoId),
    outputKey: renderOutputKey(task.id, outputExtensionOf(exportSettings)),
    media,
    ...(task.request.dub === true
      ? { dub: { key: dubAudioKey(task.id), audio: dubbedAudioStream(media.durationSeconds) } }
      : {}),
    cuts: task.autoCut?.isCut ? await deps.transcripts.readCuts(task.id) : null,
    transcript,
    language: transcriptLanguage(task),
    template,
    renderOptions,
    exportSettings,
    ...(outputFollowsSpeaker(exportSettings) ? { reframe: "speaker" as const } : {}),
    brolls: task.hasBrollPlan ? brollPlanSchema.parse(await deps.bucket.getJson(brollPlanKey(task.id))) : [],
    fonts: await fontsOfTask(task, transcript, deps),
    segments: [],
  };
  const parts = planSegments(planOutput(media, exportSettings, job.cuts ?? null), deps.segmentSettings);
  // One container finds the speaker and crops: the path of the crop has no joints.
  const isDivided = parts.length > 1 && job.reframe === undefined;
  const planned: RenderJob = { ...job, segments: isDivided ? parts : [] };
  await deps.bucket.putJson(jobKey, planned);
  return planned;
};

const toRendering = (task: CaptioningTask, now: Date): CaptioningTask | null =>
  task.status === "transcribing" && task.request.autoApprove && task.transcriptRevision > 0
    ? { ...task, ...statusChangeFields(task, now), status: "rendering" }
    : null;
