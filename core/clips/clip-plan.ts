import * as z from "zod";
import type { RenderJob } from "../render-plan/render-job.ts";
import { clipOutputKey, clipThumbnailKey, clipTranscriptKey, videoSourceKey } from "../storage/keys.ts";
import type { ClipRequest, CutClip } from "../tasks/clip-task.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import { toMilliseconds } from "../time/milliseconds.ts";
import { rationalSchema } from "../time/rational.ts";
import { wordEntrySchema } from "../transcript/word-entry.ts";
import type { MediaInfo } from "../videos/media-info.ts";
import { clipDescriptionSchema } from "./clip-description.ts";
import { clipFlags } from "./clip-flags.ts";
import { type ClipShape, clipExportSettings, followsSpeaker } from "./clip-media.ts";
import { clipTitle } from "./clip-title.ts";

/** The clips of a task, best first. Written once, so that retries cut the same clips. */
export const clipPlanSchema = z.object({
  fps: rationalSchema,
  language: z.string().nullable(),
  clips: z
    .array(
      z.object({
        startFrame: z.number().int().nonnegative(),
        endFrame: z.number().int().positive(),
        theme: z.string(),
        /** Absent in plans of earlier versions, whose clips have no transcript and no thumbnail either. */
        description: clipDescriptionSchema.optional(),
        /** Absent in plans of earlier versions. */
        flags: z.array(z.enum(clipFlags)).optional(),
        /** The words on the clip's time line. Absent in plans of earlier versions, which were written after their words. A recognized word may have any length. */
        transcript: z.array(wordEntrySchema.extend({ text: z.string().min(1) })).optional(),
      }),
    )
    .min(1),
});
export type ClipPlan = z.infer<typeof clipPlanSchema>;

/** The captions of a clip; without words none are drawn. */
export type ClipCaptions = Pick<RenderJob, "transcript" | "template" | "renderOptions" | "fonts">;

/** Returns the render job of one clip: the source video cut to the clip. */
export const clipJob = (
  task: { id: string; videoId: string; request: ClipShape & Pick<ClipRequest, "hookTitle"> },
  media: MediaInfo,
  { fps, language, clips }: ClipPlan,
  index: number,
  captions: ClipCaptions,
): RenderJob => {
  const clip = clips[index];
  if (!clip) throw new Error(`The plan has ${clips.length} clips and no index ${index}`);
  const title = clipTitle(task.request.hookTitle, clip);
  return {
    taskId: task.id,
    sourceKey: videoSourceKey(task.videoId),
    outputKey: clipOutputKey(task.id, index),
    ...(clip.description ? { thumbnailKey: clipThumbnailKey(task.id, index) } : {}),
    media,
    cuts: { fps, kept: [{ startFrame: clip.startFrame, endFrame: clip.endFrame }] },
    ...captions,
    language,
    exportSettings: clipExportSettings(media, task.request),
    ...(followsSpeaker(task.request) ? { reframe: "speaker" as const } : {}),
    ...(title === null ? {} : { title }),
    brolls: [],
    segments: [],
  };
};

/** Returns the clips of a plan as stored with the task. */
export const cutClipsOf = (taskId: string, { fps, clips }: ClipPlan): CutClip[] =>
  clips.map(({ startFrame, endFrame, theme, description, flags }, index) => {
    const secondsAt = (frame: number): number => toMilliseconds(frame / framesPerSecond(fps));
    return {
      outputKey: clipOutputKey(taskId, index),
      theme,
      startSeconds: secondsAt(startFrame),
      endSeconds: secondsAt(endFrame),
      durationSeconds: secondsAt(endFrame - startFrame),
      ...(flags === undefined ? {} : { flags }),
      ...(description
        ? {
            ...description,
            transcriptKey: clipTranscriptKey(taskId, index),
            thumbnailKey: clipThumbnailKey(taskId, index),
          }
        : {}),
    };
  });
