import { v5 as uuidV5 } from "uuid";
import type { TaskStatusView } from "../api/schemas/tasks.ts";
import { brollPlanSchema } from "../broll/broll-plan.ts";
import { brollPlanKey, transcriptKey } from "../storage/keys.ts";
import type { MediaBucket } from "../storage/media-bucket.ts";
import type { MediaLinks } from "../storage/media-links.ts";
import { mediaWarnings } from "../videos/media-warnings.ts";
import type { Video } from "../videos/video.ts";
import { type CaptioningTask, transcriptLanguage } from "./captioning-task.ts";
import { signOutput, signTranscript } from "./output-urls.ts";
import { getOwnedTask, type OwnedTaskDeps, type TaskPath } from "./owned-task.ts";
import { taskFields } from "./task-fields.ts";

/** What the view of a task takes from the media bucket. */
export interface TaskMedia {
  bucket: Pick<MediaBucket, "getJson">;
  links: MediaLinks;
}

export const getTaskStatus = async (
  path: TaskPath,
  deps: OwnedTaskDeps & TaskMedia,
): Promise<TaskStatusView> => {
  const { task, video } = await getOwnedTask(path, deps);
  return taskStatusView(task, video, deps);
};

/** Returns the task as clients see it: every field is always present, null until it has a value. */
export const taskStatusView = async (
  task: CaptioningTask,
  video: Video,
  media: TaskMedia,
): Promise<TaskStatusView> => {
  const { links } = media;
  const transcript = fetchableTranscript(task);
  const output = task.status === "completed" ? task.outputKey : null;
  return {
    ...taskFields(task),
    status: task.status,
    transcript: transcript && (await signTranscript(task, links)),
    downloadUrl: output && (await signOutput(output, video.filename, links, task.expiresAt)),
    transcriptApproved: task.transcriptApproved,
    warnings: [...mediaWarnings(video), ...translationWarnings(task), ...dubWarnings(task)],
    progress: progressPercent(task),
    storageIds: {
      original: video.storageId,
      render: output && storageIdOf(output),
      transcript: transcript && storageIdOf(transcript),
    },
    brolls: await brollViews(task, media),
    templateId: task.request.templateId,
    language: transcriptLanguage(task),
    renderOptions: task.request.renderOptions,
    exportSettings: task.request.exportSettings,
  };
};

/**
 * Returns the key of the transcript, null while it must not be fetched: `transcriptionCompleted` and the transcript appear in
 * the same read.
 */
const fetchableTranscript = (task: CaptioningTask): string | null =>
  task.transcriptRevision === 0 || task.status === "pending" || task.status === "transcribing"
    ? null
    : transcriptKey(task.id, task.transcriptRevision);

/** Warns of a language pair whose translations have frequent errors. */
const translationWarnings = ({
  hasRoughTranslation,
  detectedLanguage,
  translatedTo,
}: CaptioningTask): TaskStatusView["warnings"] =>
  hasRoughTranslation
    ? [
        {
          name: "TranslationRough",
          message: `Translations from ${detectedLanguage} to ${translatedTo} often contain errors. Edit the transcript before you approve it.`,
        },
      ]
    : [];

/** Warns of speech that is later than its original. */
const dubWarnings = ({ longDubSentences }: CaptioningTask): TaskStatusView["warnings"] =>
  longDubSentences === undefined
    ? []
    : [
        {
          name: "DubTooLong",
          message: `Sentences of the dub that take longer than the original at the highest tempo: ${longDubSentences}. They delay the sentences that follow. Their words have a confidence of at most 0.3.`,
        },
      ];

const brollViews = async (
  { id, hasBrollPlan, expiresAt }: CaptioningTask,
  { bucket, links }: TaskMedia,
): Promise<TaskStatusView["brolls"]> => {
  if (!hasBrollPlan) return [];
  const plan = brollPlanSchema.parse(await bucket.getJson(brollPlanKey(id)));
  return Promise.all(
    plan.map(async ({ startSeconds, endSeconds, url, key, isStored, keyword, attribution }) => ({
      startTime: startSeconds,
      endTime: endSeconds,
      url: isStored ? await links.signDownload(key, expiresAt, "broll", "video/mp4") : url,
      ...(keyword === undefined ? {} : { keyword }),
      ...(attribution === undefined ? {} : { attribution }),
    })),
  );
};

const storageNamespace = "5b6c0bb4-1f0e-4b53-9d7b-6f3e1f8f0a4e";

/** Returns a stable, opaque ID of a stored object: clients compare it without seeing the key. */
const storageIdOf = (key: string): string => uuidV5(key, storageNamespace);

/** Progress in percent at the end of each status; 100 only when the output can be downloaded. */
const transcriptionEndPercent = 40;
const renderingEndPercent = 99;

/** Returns 0 to 100 from the status and its completed part; 0 for a failed task. */
export const progressPercent = (task: Pick<CaptioningTask, "status" | "stageProgress">): number => {
  switch (task.status) {
    case "pending":
    case "failed":
      return 0;
    case "transcribing":
      return Math.floor(task.stageProgress * transcriptionEndPercent);
    case "transcriptionCompleted":
      return transcriptionEndPercent;
    case "rendering":
      return (
        transcriptionEndPercent +
        Math.floor(task.stageProgress * (renderingEndPercent - transcriptionEndPercent))
      );
    case "completed":
      return 100;
  }
};
