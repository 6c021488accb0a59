import { NamedError } from "../errors.ts";
import type { FontStore } from "../fonts/font.ts";
import { fontsOfTask } from "../fonts/task-fonts.ts";
import { outputExtensionOf } from "../render-plan/output-mode.ts";
import type { RenderJob } from "../render-plan/render-job.ts";
import { renderJobKey, renderOutputKey, videoSourceKey } from "../storage/keys.ts";
import type { MediaBucket } from "../storage/media-bucket.ts";
import type { CaptioningTask } from "../tasks/captioning-task.ts";
import type { CaptioningTaskStore } from "../tasks/captioning-task-store.ts";
import type { TaskSlots } from "../tasks/task-slots.ts";
import type { Template } from "../templates/template.ts";
import type { TranscriptStore } from "../transcript/transcript-store.ts";
import type { VideoStore } from "../videos/video-store.ts";
import { changeTask, statusChange } from "./change-task.ts";
import { renderTimeoutSeconds } from "./time-limits.ts";

export interface StartRenderingDeps {
  tasks: Pick<CaptioningTaskStore, "get" | "update">;
  videos: Pick<VideoStore, "get">;
  fonts: Pick<FontStore, "get">;
  transcripts: Pick<TranscriptStore, "read">;
  bucket: Pick<MediaBucket, "head" | "putJson">;
  slots: TaskSlots;
  findTemplate: (templateId: string) => Template | null;
  now: () => Date;
}

export interface RenderingStarted {
  taskId: string;
  jobKey: string;
  renderTimeoutSeconds: number;
}

/**
 * Moves a task to `rendering` unless the approval has done so, and writes the job that pins everything the pixels
 * depend on. A job that is there already stays: a retry must draw the same film.
 *
 * Throws NamedError: InvalidTaskState, VideoUnavailable, FontNotFound, RenderFailed (the template is gone).
 */
export const startRendering = async (
  { taskId }: { taskId: string },
  deps: StartRenderingDeps,
): Promise<RenderingStarted> => {
  const task = await changeTask(taskId, deps.tasks, (current) => toRendering(current, deps.now()));
  if (task?.status !== "rendering") {
    throw new NamedError("InvalidTaskState", "The task is not ready to be rendered.");
  }
  // Approved work goes on at once: no gate, only the count.
  await deps.slots.take(task.accountId, task.id, Number.MAX_SAFE_INTEGER);

  const video = await deps.videos.get(task.videoId);
  if (video?.status !== "uploaded") {
    throw new NamedError("VideoUnavailable", "The video has expired; upload it again.");
  }
  const jobKey = renderJobKey(task.id);
  if ((await deps.bucket.head(jobKey)) === null) {
    const template = deps.findTemplate(task.request.templateId);
    if (!template) throw new NamedError("RenderFailed", "The template of this task is no longer available.");
    const { exportSettings, renderOptions } = task.request;
    const transcript = [...(await deps.transcripts.read(task.id, task.transcriptRevision))];
    const job: RenderJob = {
      taskId: task.id,
      sourceKey: videoSourceKey(task.videoId),
      outputKey: renderOutputKey(task.id, outputExtensionOf(exportSettings)),
      media: video.media,
      transcript,
      language: task.detectedLanguage ?? task.request.language,
      template,
      renderOptions,
      exportSettings,
      brolls: [],
      fonts: await fontsOfTask(task, transcript, deps),
    };
    await deps.bucket.putJson(jobKey, job);
  }
  return { taskId: task.id, jobKey, renderTimeoutSeconds: renderTimeoutSeconds(video.media.durationSeconds) };
};

const toRendering = (task: CaptioningTask, now: Date): CaptioningTask | null =>
  task.status === "transcribing" && task.request.autoApprove && task.transcriptRevision > 0
    ? { ...task, ...statusChange(task, now), status: "rendering" }
    : null;
