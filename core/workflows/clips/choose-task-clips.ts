import { annotate } from "../../annotation/annotate.ts";
import { diskOfRenderer } from "../../capacity/renderer-disk.ts";
import { type ClipChoiceDeps, chooseClips } from "../../clips/choose-clips.ts";
import { clipExportSettings, clipGrid } from "../../clips/clip-media.ts";
import { type ClipCaptions, type ClipPlan, clipJob, clipPlanSchema } from "../../clips/clip-plan.ts";
import { clipTranscript } from "../../clips/clip-transcript.ts";
import type { MediaConvertCut } from "../../clips/media-convert-job.ts";
import { withoutNoises } from "../../clips/noise-entries.ts";
import { NamedError } from "../../errors.ts";
import type { FontStore } from "../../fonts/font.ts";
import { fontsOfTask } from "../../fonts/task-fonts.ts";
import { planOutput } from "../../render-plan/output-plan.ts";
import type { RenderJob } from "../../render-plan/render-job.ts";
import type { SegmentSettings } from "../../render-plan/segment-settings.ts";
import { getJsonOrNull } from "../../storage/get-json-or-null.ts";
import { clipJobKey, clipOutputKey, clipPlanKey, clipStillsKey } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import type { ClipTask } from "../../tasks/clip-task.ts";
import type { ClipTaskStore } from "../../tasks/task-store.ts";
import type { Template } from "../../templates/template.ts";
import { type FrameRange, frameCountIn } from "../../time/frame-range.ts";
import { framesPerSecond } from "../../time/frame-rate.ts";
import { composeTranscript } from "../../transcript/compose.ts";
import type { TranscriptStore } from "../../transcript/transcript-store.ts";
import type { MediaInfo } from "../../videos/media-info.ts";
import type { VideoStore } from "../../videos/video-store.ts";
import { mediaOfTask } from "../bind-execution.ts";
import { templateOfTask } from "../template-of-task.ts";
import { renderTimeoutSeconds } from "../time-limits.ts";

export interface ChooseClipsDeps extends ClipChoiceDeps {
  clipTasks: Pick<ClipTaskStore, "get">;
  videos: Pick<VideoStore, "get">;
  transcripts: Pick<TranscriptStore, "readRecognition" | "readClip" | "writeClip">;
  fonts: Pick<FontStore, "get">;
  bucket: Pick<MediaBucket, "head" | "getJson" | "putJson" | "putNewJson">;
  segmentSettings: SegmentSettings;
  findTemplate: (templateId: string) => Template | null;
  /** Of the render job of a clip without captions. */
  anyTemplate: Template;
  /** Returns the job of MediaConvert for a clip; null: the container cuts it. `stillsKey`: what its stills are named after. */
  mediaConvertCut: (job: RenderJob, stillsKey: string) => MediaConvertCut | null;
}

interface ClipToCut {
  clip: number;
  jobKey: string;
  /** Null: the container cuts the clip, as it does when MediaConvert fails. */
  mediaConvert: MediaConvertCut | null;
}

export interface ClipsChosen {
  taskId: string;
  /** Clips that are not in the bucket yet, because an earlier execution may have cut some, and all that MediaConvert cuts. */
  clips: ClipToCut[];
  /** Number of clips in all. */
  count: number;
  /** Maximum number of concurrent clips. */
  parallel: number;
  /** Disk of a container that cuts a clip. */
  diskGibibytes: number;
  clipTimeoutSeconds: number;
}

/**
 * Decides which clips a task cuts, and writes the plan, and the words and a render job of each clip. An existing plan is
 * kept: a retry must cut the same clips. Idempotent.
 *
 * Throws NamedError: InvalidTaskState, VideoUnavailable, NoPicture, NoSpeech, VideoTooShort, NoUnflaggedClip, FontNotFound, RenderFailed (the
 * template no longer exists).
 */
export const chooseTaskClips = async (
  { taskId }: { taskId: string },
  deps: ChooseClipsDeps,
): Promise<ClipsChosen> => {
  const task = await deps.clipTasks.get(taskId);
  if (task?.status !== "clipping") {
    throw new NamedError("InvalidTaskState", "The task is no longer clipping.");
  }
  const media = await mediaOfTask(task, deps.videos);
  const plan = await pinnedPlan(task, media, deps);
  const toCut = await Promise.all(
    plan.clips.map(async (clip, index): Promise<ClipToCut | null> => {
      // Written by each call, because an earlier one may have ended after it wrote the plan.
      if (clip.transcript) await deps.transcripts.writeClip(taskId, index, clip.transcript);
      const captions = await captionsOf(task, clip, index, deps);
      const job = clipJob(task, media, plan, index, captions);
      const jobKey = clipJobKey(taskId, index);
      await deps.bucket.putJson(jobKey, job);
      const mediaConvert = deps.mediaConvertCut(job, clipStillsKey(taskId, index));
      // An execution may have ended after MediaConvert wrote a file, and before it compared its duration with the plan.
      const isCut = mediaConvert === null && (await deps.bucket.head(clipOutputKey(taskId, index))) !== null;
      return isCut ? null : { clip: index, jobKey, mediaConvert };
    }),
  );
  const clips = toCut.filter((clip) => clip !== null);
  const longest = Math.max(...plan.clips.map(frameCountIn));
  return {
    taskId,
    clips,
    count: plan.clips.length,
    parallel: parallelClips(clips, deps.segmentSettings),
    diskGibibytes: Math.max(...plan.clips.map((clip) => diskOfClip(task, media, plan.fps, clip))),
    // The audio is decoded from the beginning of the source.
    clipTimeoutSeconds: renderTimeoutSeconds(
      longest / framesPerSecond(plan.fps) + media.durationSeconds / 10,
    ),
  };
};

const diskOfClip = (
  { request }: ClipTask,
  media: MediaInfo,
  fps: ClipPlan["fps"],
  { startFrame, endFrame }: FrameRange,
): number => {
  const cuts = { fps, kept: [{ startFrame, endFrame }] };
  return diskOfRenderer(planOutput(media, clipExportSettings(media, request), cuts), media);
};

/** Jobs of MediaConvert need no vCPUs of the account, so all of them run at once: those of a task are few. */
const parallelClips = (clips: readonly ClipToCut[], { parallel }: SegmentSettings): number =>
  clips.every(({ mediaConvert }) => mediaConvert !== null) ? Math.max(parallel, clips.length) : parallel;

/** The words were pinned with the plan: a retry draws the same captions. */
const captionsOf = async (
  task: ClipTask,
  clip: ClipPlan["clips"][number],
  index: number,
  deps: ChooseClipsDeps,
): Promise<ClipCaptions> => {
  const { captions } = task.request;
  if (captions === undefined) return { transcript: [], template: deps.anyTemplate, renderOptions: {} };
  const { renderOptions } = captions;
  const transcript = clip.transcript ?? [...(await deps.transcripts.readClip(task.id, index))];
  return {
    transcript,
    template: templateOfTask(captions.templateId, deps),
    renderOptions,
    fonts: await fontsOfTask({ accountId: task.accountId, request: { renderOptions } }, transcript, deps),
  };
};

/**
 * Returns the plan of a task. Calls may overlap, so the first plan that is written is kept. It contains the words of its
 * clips, which are annotated before they are divided, so that keywords are those of the whole video.
 */
const pinnedPlan = async (task: ClipTask, media: MediaInfo, deps: ChooseClipsDeps): Promise<ClipPlan> => {
  const key = clipPlanKey(task.id);
  const pinned = await getJsonOrNull(deps.bucket, key);
  if (pinned !== null) return clipPlanSchema.parse(pinned);
  const recognition = await deps.transcripts.readRecognition(task.id);
  const { language } = recognition;
  const transcript = composeTranscript(recognition, media.durationSeconds);
  const grid = clipGrid(media, task.request);
  const clips = await chooseClips({ transcript, language }, grid, task.request, deps);
  const annotated = annotate(withoutNoises(transcript), language);
  const plan = clipPlanSchema.parse({
    fps: grid.fps,
    language,
    clips: clips.map((clip) => ({ ...clip, transcript: clipTranscript(annotated, grid.fps, clip) })),
  } satisfies ClipPlan);
  const isFirst = await deps.bucket.putNewJson(key, plan);
  return isFirst ? plan : clipPlanSchema.parse(await deps.bucket.getJson(key));
};
