import { z } from "zod";
import type { RenderJob } from "../render-plan/render-job.ts";
import { clipOutputKey, videoSourceKey } from "../storage/keys.ts";
import type { CutClip } from "../tasks/clip-task.ts";
import type { Template } from "../templates/template.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import { toMilliseconds } from "../time/milliseconds.ts";
import { rationalSchema } from "../time/rational.ts";
import type { MediaInfo } from "../videos/media-info.ts";
import { clipExportSettings } from "./clip-media.ts";

/** What a clip task is to cut, best first; written once, so that whatever is repeated cuts the same clips. */
export const clipPlanSchema = z.object({
  fps: rationalSchema,
  language: z.string().nullable(),
  clips: z
    .array(
      z.object({
        startFrame: z.number().int().nonnegative(),
        endFrame: z.number().int().positive(),
        theme: z.string(),
      }),
    )
    .min(1),
});
export type ClipPlan = z.infer<typeof clipPlanSchema>;

/** The render container's whole input for one clip: a film that is cut down to it, without captions. */
export const clipJob = (
  task: { id: string; videoId: string },
  media: MediaInfo,
  { fps, language, clips }: ClipPlan,
  index: number,
  template: Template,
): RenderJob => {
  const clip = clips[index];
  if (!clip) throw new Error(`The plan has ${clips.length} clips, not one of index ${index}`);
  return {
    taskId: task.id,
    sourceKey: videoSourceKey(task.videoId),
    outputKey: clipOutputKey(task.id, index),
    media,
    cuts: { fps, kept: [{ startFrame: clip.startFrame, endFrame: clip.endFrame }] },
    transcript: [],
    language,
    // Nothing is written, so any look will do.
    template,
    renderOptions: {},
    exportSettings: clipExportSettings(media),
    brolls: [],
    segments: [],
  };
};

/** The clips of a plan as a task keeps them. */
export const cutClipsOf = (taskId: string, { fps, clips }: ClipPlan): CutClip[] =>
  clips.map(({ startFrame, endFrame, theme }, index) => {
    const secondsAt = (frame: number): number => toMilliseconds(frame / framesPerSecond(fps));
    return {
      outputKey: clipOutputKey(taskId, index),
      theme,
      startSeconds: secondsAt(startFrame),
      endSeconds: secondsAt(endFrame),
      durationSeconds: secondsAt(endFrame - startFrame),
    };
  });
