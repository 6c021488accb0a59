import * as z from "zod";
import { type CutList, toCutTime } from "../cuts/cut-list.ts";
import { type TimeSpan, timeSpanSchema } from "../time/time-span.ts";
import { mediaInfoSchema } from "../videos/media-info.ts";

/** A requested b-roll: a range and the URL of the clip that fills it. */
export const requestedBrollSchema = timeSpanSchema.extend({ url: z.string() });
export type RequestedBroll = z.infer<typeof requestedBrollSchema>;

/** Properties of a clip from a library (core/broll/broll-library.ts). */
const libraryFieldsSchema = z.object({
  keyword: z.string().optional(),
  attribution: z
    .object({ source: z.string(), author: z.string(), authorUrl: z.string(), pageUrl: z.string() })
    .optional(),
});

/**
 * The input of the ingest container (core/storage/keys.ts, brollJobKey): the clips to download for a task, chosen by the
 * client or by the service.
 */
export const brollJobSchema = z.object({
  taskId: z.string(),
  items: z.array(
    requestedBrollSchema.extend({
      ...libraryFieldsSchema.shape,
      /** Subject of error messages, such as the field path in the request. */
      name: z.string(),
      /** A clip that is in the bucket already. */
      stored: z.object({ key: z.string(), media: mediaInfoSchema }).optional(),
      /** Chosen by the service: omitted when it cannot be downloaded, whereas a requested clip fails the task. */
      isOptional: z.boolean().optional(),
    }),
  ),
});
export type BrollJob = z.infer<typeof brollJobSchema>;

/** A b-roll whose clip is in the bucket and has a video stream. */
export const plannedBrollSchema = requestedBrollSchema.extend({
  ...libraryFieldsSchema.shape,
  key: z.string(),
  media: mediaInfoSchema,
  /** From the operator's library: `url` is not a URL, one is signed on request. */
  isStored: z.boolean().optional(),
});
export type PlannedBroll = z.infer<typeof plannedBrollSchema>;

/** The b-rolls of a video (core/storage/keys.ts, brollPlanKey), in order of time, without overlaps. */
export const brollPlanSchema = z.array(plannedBrollSchema);

/**
 * Truncates ranges at the end of a video and drops those that start at or after it. Source: specification, "Transcribe settings".
 */
export const truncateBrolls = <T extends TimeSpan>(brolls: readonly T[], durationSeconds: number): T[] =>
  brolls
    .filter(({ startSeconds }) => startSeconds < durationSeconds)
    .map((broll) => ({ ...broll, endSeconds: Math.min(broll.endSeconds, durationSeconds) }));

/** Maps ranges of the source to the time line of the cut video. Ranges that are entirely cut are dropped. */
export const brollsOnCutTimeLine = <R extends TimeSpan>(ranges: readonly R[], cuts: CutList): R[] => {
  const cutTime = toCutTime(cuts);
  return ranges
    .map((range) => ({
      ...range,
      startSeconds: cutTime(range.startSeconds),
      endSeconds: cutTime(range.endSeconds),
    }))
    .filter(({ startSeconds, endSeconds }) => endSeconds > startSeconds);
};
