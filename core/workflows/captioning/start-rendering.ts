import type { z } from "zod";
import { diskOfRenderer } from "../../capacity/renderer-disk.ts";
import { isShortRender, renderFunctions } from "../../capacity/short-tasks.ts";
import { NamedError } from "../../errors.ts";
import { estimatedCopies } from "../../render-plan/estimated-copies.ts";
import { type OutputPlan, outputFrameRate, planOutput } from "../../render-plan/output-plan.ts";
import { findsFaces, type RenderJob, renderJobSchema } from "../../render-plan/render-job.ts";
import { maxSegments, type SegmentSettings } from "../../render-plan/segment-settings.ts";
import { equalSegments, planSegments } from "../../render-plan/segments.ts";
import { outputExtensionOf } from "../../settings/output-mode.ts";
import { getJsonOrNull } from "../../storage/get-json-or-null.ts";
import { renderJobKey, segmentKey } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import type { CaptioningTask } from "../../tasks/captioning-task.ts";
import { changeTask, statusChangeFields } from "../../tasks/change-task.ts";
import type { TaskSlots } from "../../tasks/task-slots.ts";
import type { CaptioningTaskStore } from "../../tasks/task-store.ts";
import { type FrameRange, frameCountIn } from "../../time/frame-range.ts";
import { framesPerSecond } from "../../time/frame-rate.ts";
import type { MediaInfo } from "../../videos/media-info.ts";
import type { VideoStore } from "../../videos/video-store.ts";
import { mediaOfTask } from "../bind-execution.ts";
import { renderTimeoutSeconds } from "../time-limits.ts";
import { type ComposeRenderJobDeps, composeRenderJob } from "./compose-render-job.ts";

export interface StartRenderingDeps extends ComposeRenderJobDeps {
  tasks: Pick<CaptioningTaskStore, "get" | "update">;
  videos: Pick<VideoStore, "get">;
  bucket: Pick<MediaBucket, "head" | "putJson" | "getJson">;
  slots: TaskSlots;
  segmentSettings: SegmentSettings;
  /** Length up to which functions render (core/capacity/short-tasks.ts); 0: never. */
  shortTaskSeconds: number;
  /** Maximum number of functions that render one video at once. */
  shortTaskFunctions: number;
  now: () => Date;
}

export interface RenderingStarted {
  taskId: string;
  jobKey: string;
  renderMode: "whole" | "segments";
  /** Whether functions render the video or its segments; a container does what a function fails to do. */
  isShort: boolean;
  /** Indexes of the segments that are not in the bucket yet; an earlier execution may have rendered some. */
  segments: number[];
  /** Maximum number of concurrent segments. */
  parallel: number;
  /** Disk of the container that renders the video or a segment. */
  diskGibibytes: number;
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
  const { job, plan, isShort } = await pinnedJob(task, media, deps);
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
    isShort,
    segments: segments.flatMap((_, index) => (isMissing[index] ? [index] : [])),
    // Functions use no vCPUs of containers: all segments of a short video are rendered at once.
    parallel: Math.min(isShort ? Math.max(1, segments.length) : deps.segmentSettings.parallel, maxSegments),
    diskGibibytes: diskOfRenderer(planOfContainer(plan, longest), job.media),
    renderTimeoutSeconds: renderTimeoutSeconds(media.durationSeconds),
    segmentTimeoutSeconds: renderTimeoutSeconds(
      longest / framesPerSecond(outputFrameRate(task.request.exportSettings)),
    ),
  };
};

/** The part of a job that decides how it is rendered. */
const plannedSchema = renderJobSchema.pick({
  media: true,
  renderOptions: true,
  exportSettings: true,
  cuts: true,
  brolls: true,
  reframe: true,
  segments: true,
});
type PlannedJob = z.infer<typeof plannedSchema>;

/** A job with what follows from it, which is not stored. */
interface Planned<Job extends PlannedJob> {
  job: Job;
  plan: OutputPlan;
  isShort: boolean;
}

const planJob = <Job extends PlannedJob>(job: Job, shortTaskSeconds: number): Planned<Job> => {
  const plan = planOutput(job.media, job.exportSettings, job.cuts ?? null, job.brolls);
  const isShort = isShortRender(plan, job.media, { shortTaskSeconds, findsFaces: findsFaces(job) });
  return { job, plan, isShort };
};

/** What one container renders: of a divided video, its longest segment. */
const planOfContainer = (whole: OutputPlan, longestSegment: number): OutputPlan =>
  longestSegment === 0 ? whole : { ...whole, frameCount: longestSegment };

/** Returns the segments of a video: functions share a short one, containers a long one. Empty: it is rendered whole. */
const segmentsOf = ({ job, plan, isShort }: Planned<RenderJob>, deps: StartRenderingDeps): FrameRange[] => {
  // One container finds the faces that the crop follows or that captions keep off: neither changes at a joint.
  if (findsFaces(job)) return [];
  const copied = estimatedCopies(plan, job.media, job.transcript);
  const segments = isShort
    ? equalSegments(plan, renderFunctions(plan, copied, deps.shortTaskFunctions))
    : planSegments(plan, deps.segmentSettings);
  return segments.length > 1 ? segments : [];
};

/** Writes the job unless it exists. Returns it with its plan. */
const pinnedJob = async (
  task: CaptioningTask,
  media: MediaInfo,
  deps: StartRenderingDeps,
): Promise<Planned<PlannedJob>> => {
  const jobKey = renderJobKey(task.id);
  const pinned = await getJsonOrNull(deps.bucket, jobKey);
  if (pinned !== null) return planJob(plannedSchema.parse(pinned), deps.shortTaskSeconds);
  const undivided = planJob(await composeRenderJob(task, media, deps), deps.shortTaskSeconds);
  const job = { ...undivided.job, segments: segmentsOf(undivided, deps) };
  await deps.bucket.putJson(jobKey, job);
  return { ...undivided, job };
};

const toRendering = (task: CaptioningTask, now: Date): CaptioningTask | null =>
  task.status === "transcribing" && task.request.autoApprove && task.transcriptRevision > 0
    ? { ...task, ...statusChangeFields(task, now), status: "rendering" }
    : null;
