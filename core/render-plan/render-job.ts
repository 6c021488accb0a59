import * as z from "zod";
import { brollPlanSchema } from "../broll/broll-plan.ts";
import { cutListSchema } from "../cuts/cut-list.ts";
import { captionsAvoidFaces } from "../settings/export-rules.ts";
import { exportSettingsSchema, renderOptionsSchema } from "../settings/render-settings.ts";
import { templateSchema } from "../templates/template.ts";
import { frameRangeSchema } from "../time/frame-range.ts";
import { wordEntrySchema } from "../transcript/word-entry.ts";
import { audioStreamSchema, mediaInfoSchema } from "../videos/media-info.ts";

/**
 * The whole input of the render container, stored in the bucket as JSON (core/storage/keys.ts, renderJobKey): everything
 * that determines the pixels, pinned when rendering starts, so that a retry draws the same video.
 */
export const renderJobSchema = z.object({
  taskId: z.string(),
  sourceKey: z.string(),
  outputKey: z.string(),
  /** Key of a JPEG still of the video without its captions. Absent: none. */
  thumbnailKey: z.string().optional(),
  media: mediaInfoSchema,
  /** What the crop of `exportSettings.aspectRatio` follows. Absent: it rests. */
  reframe: z.literal("speaker").optional(),
  /** The audio that replaces that of the source, from second 0 of the video on. Absent: none. */
  dub: z.object({ key: z.string(), audio: audioStreamSchema }).optional(),
  /** The kept ranges of the source; times of the transcript are those of the cut video. Null or absent: nothing was cut. */
  cuts: cutListSchema.nullable().optional(),
  transcript: z.array(wordEntrySchema),
  /** Language of the words: line breaking, case and direction follow it; null when unknown. */
  language: z.string().nullable(),
  template: templateSchema,
  renderOptions: renderOptionsSchema,
  exportSettings: exportSettingsSchema,
  /** Drawn over the first seconds of a video that is rendered whole. Absent: nothing. */
  title: z.string().optional(),
  /** Clips that replace frames of the source, in order of time. */
  brolls: brollPlanSchema,
  /** Uploaded fonts of the style (`fontId`) and of words (`fontFileKey`), in the bucket under `fileKey`. Absent: none. */
  fonts: z.array(z.object({ fontId: z.string(), fileKey: z.string() })).optional(),
  /** The frames of each segment that one container renders (segments.ts); empty: the video is rendered whole. */
  segments: z.array(frameRangeSchema),
});
export type RenderJob = z.infer<typeof renderJobSchema>;

/** The result that the container sends with the task token when the output has been verified and published. */
export const renderResultSchema = z.object({
  outputKey: z.string(),
  durationSeconds: z.number().nonnegative(),
  frames: z.number().int().nonnegative(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  /** How many segments it was joined from; 0: it was rendered whole. */
  segments: z.number().int().nonnegative(),
});
export type RenderResult = z.infer<typeof renderResultSchema>;

/** Returns whether the renderer detects faces before it renders: those that the crop follows, or that captions keep off. */
export const findsFaces = ({
  reframe,
  renderOptions,
  exportSettings,
}: Pick<RenderJob, "reframe" | "renderOptions" | "exportSettings">): boolean =>
  reframe !== undefined || captionsAvoidFaces(renderOptions, exportSettings);
