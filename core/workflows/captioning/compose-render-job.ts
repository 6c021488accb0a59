import { brollPlanSchema } from "../../broll/broll-plan.ts";
import { dubbedAudioStream } from "../../dub/dub-job.ts";
import type { FontStore } from "../../fonts/font.ts";
import { fontsOfTask } from "../../fonts/task-fonts.ts";
import type { RenderJob } from "../../render-plan/render-job.ts";
import { outputFollowsSpeaker } from "../../settings/export-rules.ts";
import { outputExtensionOf } from "../../settings/output-mode.ts";
import { brollPlanKey, dubAudioKey, renderOutputKey, videoSourceKey } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import { type CaptioningTask, transcriptLanguage } from "../../tasks/captioning-task.ts";
import type { Template } from "../../templates/template.ts";
import type { TranscriptStore } from "../../transcript/transcript-store.ts";
import type { MediaInfo } from "../../videos/media-info.ts";
import { templateOfTask } from "../template-of-task.ts";

export interface ComposeRenderJobDeps {
  fonts: Pick<FontStore, "get">;
  transcripts: Pick<TranscriptStore, "read" | "readCuts">;
  bucket: Pick<MediaBucket, "getJson">;
  findTemplate: (templateId: string) => Template | null;
}

/**
 * Returns the render job of a task with its current transcript, without segments.
 *
 * @param media of the task's video
 * @throws NamedError FontNotFound, RenderFailed (the template no longer exists)
 */
export const composeRenderJob = async (
  task: CaptioningTask,
  media: MediaInfo,
  deps: ComposeRenderJobDeps,
): Promise<RenderJob> => {
  const template = templateOfTask(task.request.templateId, deps);
  const { exportSettings, renderOptions } = task.request;
  const transcript = [...(await deps.transcripts.read(task.id, task.transcriptRevision))];
  return {
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
};
