import * as z from "zod";
import { mediaInfoSchema } from "./media-info.ts";

export const ttlSchema = z.enum(["1d", "7d", "30d"]);
export type Ttl = z.infer<typeof ttlSchema>;

/** How the file is uploaded: downloaded from a URL, streamed in one request, or in parts to presigned URLs. */
export const videoOriginSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("url"), url: z.string() }),
  z.object({ kind: z.literal("direct") }),
  z.object({
    kind: z.literal("multipart"),
    uploadId: z.string(),
    partSizes: z.array(z.number().int().positive()),
  }),
]);

const base = z.object({
  id: z.string(),
  accountId: z.string(),
  storageId: z.string(),
  filename: z.string().nullable(),
  origin: videoOriginSchema,
  ttl: ttlSchema,
  /** ISO 8601, milliseconds, UTC. */
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string(),
  /** Counts status changes from 0; gives the order of this video's events. */
  sequence: z.number().int().nonnegative(),
  /** Number of executions of the import machine that were started, including those that make playback files. */
  attempt: z.number().int().nonnegative(),
});

/**
 * The files for players in browsers (core/videos/playback.ts). preparing: the import machine makes them · failed: they could not
 * be made.
 */
export const playbackFilesSchema = z.object({
  status: z.enum(["preparing", "ready", "failed"]),
  /** Start of the latest attempt, ISO 8601. */
  startedAt: z.string(),
});
export type PlaybackFiles = z.infer<typeof playbackFilesSchema>;

/** todo: no data yet · inProgress: uploading or probing · uploaded: usable · aborted: never usable. */
export const videoSchema = z.discriminatedUnion("status", [
  base.extend({ status: z.literal("todo") }),
  base.extend({ status: z.literal("inProgress") }),
  base.extend({
    status: z.literal("uploaded"),
    media: mediaInfoSchema,
    /** Absent: nobody has asked for them. */
    playback: playbackFilesSchema.optional(),
  }),
  base.extend({ status: z.literal("aborted"), errorName: z.string(), error: z.string() }),
]);
export type Video = z.infer<typeof videoSchema>;
export type VideoStatus = Video["status"];

/** The legal transitions of a video. */
export const videoTransitions: Readonly<Record<VideoStatus, readonly VideoStatus[]>> = {
  todo: ["inProgress", "uploaded", "aborted"],
  inProgress: ["uploaded", "aborted"],
  uploaded: [],
  aborted: [],
};
