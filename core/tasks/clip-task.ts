import * as z from "zod";
import { clipDescriptionSchema } from "../clips/clip-description.ts";
import { clipFlags } from "../clips/clip-flags.ts";
import { clipDurationRanges, maxClipsPerTask } from "../clips/duration-range.ts";
import { exportSettingsSchema, renderOptionsSchema } from "../settings/render-settings.ts";
import { notificationSchema } from "./notification.ts";
import { failedTaskFields, pendingTask, taskBase } from "./task-base.ts";

/** The create-clip-task body as stored in the record. */
export const clipRequestSchema = z.object({
  maxClips: z.number().int().min(1).max(maxClipsPerTask),
  durationRange: z.enum(clipDurationRanges),
  /** Absent: that of the source. */
  aspectRatio: exportSettingsSchema.shape.aspectRatio,
  /** Absent: `speaker` where the shape changes. */
  reframe: z.enum(["speaker", "center"]).optional(),
  /** Absent: no captions. */
  captions: z.object({ templateId: z.string(), renderOptions: renderOptionsSchema }).optional(),
  /** Whether clips with a flag are left out. Absent: no. */
  excludeFlagged: z.boolean().optional(),
  /** What the clip's first seconds show as a title. Absent: no title. */
  hookTitle: z.enum(["hook", "theme"]).optional(),
  metadata: z.record(z.string(), z.string()).nullable(),
  notification: notificationSchema.optional(),
});
export type ClipRequest = z.infer<typeof clipRequestSchema>;

/**
 * A finished clip: its object, theme, position in the source, description, and the objects with its
 * words and its still. The last six are absent in records of earlier versions.
 */
export const cutClipSchema = z.object({
  outputKey: z.string(),
  theme: z.string(),
  startSeconds: z.number().nonnegative(),
  endSeconds: z.number().nonnegative(),
  durationSeconds: z.number().positive(),
  flags: z.array(z.enum(clipFlags)).optional(),
  ...clipDescriptionSchema.partial().shape,
  transcriptKey: z.string().optional(),
  thumbnailKey: z.string().optional(),
});
export type CutClip = z.infer<typeof cutClipSchema>;

const base = taskBase.extend({ kind: z.literal("clip"), request: clipRequestSchema });
const clips = z.array(cutClipSchema);

export const clipTaskSchema = z.discriminatedUnion("status", [
  base.extend(pendingTask),
  base.extend({ status: z.literal("clipping") }),
  base.extend({ status: z.literal("clipped"), clips }),
  base.extend({ status: z.literal("completed"), clips, completedAt: z.string() }),
  base.extend(failedTaskFields),
]);
export type ClipTask = z.infer<typeof clipTaskSchema>;
export type ClipStatus = ClipTask["status"];

/** The legal transitions of a clip task. Source: specification, "Clip task status". */
export const clipTransitions: Readonly<Record<ClipStatus, readonly ClipStatus[]>> = {
  pending: ["clipping", "failed"],
  clipping: ["clipped", "failed"],
  clipped: ["completed", "failed"],
  completed: [],
  failed: [],
};
