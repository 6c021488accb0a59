import { z } from "zod";
import { rationalSchema } from "../time/rational.ts";

export const videoStreamSchema = z.object({
  streamIndex: z.number().int().nonnegative(),
  codec: z.string(),
  pixelFormat: z.string(),
  /** Size of the stored frame, before rotation and sample aspect. */
  codedWidth: z.number().int().positive(),
  codedHeight: z.number().int().positive(),
  sampleAspectRatio: rationalSchema,
  /** Clockwise degrees by which a player turns the stored frame. */
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  /** True when the display matrix mirrors the frame as well. */
  mirrored: z.boolean(),
  frameRate: rationalSchema,
  isVariableFrameRate: z.boolean(),
  /** Longest duration of a frame, without the last one. */
  longestFrameSeconds: z.number().nonnegative(),
  frameCount: z.number().int().nonnegative(),
  startSeconds: z.number(),
  durationSeconds: z.number().nonnegative(),
  /** ffprobe names (bt709, smpte170m, bt2020nc, …); "unknown" when untagged. */
  colorSpace: z.string(),
  colorTransfer: z.string(),
  colorPrimaries: z.string(),
  colorRange: z.enum(["tv", "pc", "unknown"]),
  isInterlaced: z.boolean(),
});
export type VideoStream = z.infer<typeof videoStreamSchema>;

export const audioStreamSchema = z.object({
  streamIndex: z.number().int().nonnegative(),
  codec: z.string(),
  channels: z.number().int().positive(),
  channelLayout: z.string(),
  sampleRate: z.number().int().positive(),
  startSeconds: z.number(),
  durationSeconds: z.number().nonnegative(),
  /**
   * AAC that cannot be copied packet by packet: some packets do not decode, or edits hide some between others, which would
   * be audible again. Absent: no reason is known.
   */
  mustBeEncoded: z.boolean().optional(),
});
export type AudioStream = z.infer<typeof audioStreamSchema>;

/**
 * The probed media of an uploaded file: the default video stream and the default audio track only.
 * `width` and `height` are what a player shows: rotation and sample aspect applied.
 */
export const mediaInfoSchema = z.object({
  container: z.string(),
  /** Measured from packets, because the durations that containers state may be wrong. Seconds, millisecond precision. */
  durationSeconds: z.number().positive(),
  width: z.number().int().positive().nullable(),
  height: z.number().int().positive().nullable(),
  video: videoStreamSchema.nullable(),
  audio: audioStreamSchema.nullable(),
  sizeBytes: z.number().int().nonnegative(),
});
export type MediaInfo = z.infer<typeof mediaInfoSchema>;
