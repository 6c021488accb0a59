import { z } from "zod";
import { type CutList, toCutTime } from "../cuts/cut-list.ts";
import { type TimeSpan, timeSpanSchema } from "../time/time-span.ts";
import { mediaInfoSchema } from "../videos/media-info.ts";

/** A b-roll as it was asked for: a range and the address of the clip that fills it. */
export const requestedBrollSchema = timeSpanSchema.extend({ url: z.string() });
export type RequestedBroll = z.infer<typeof requestedBrollSchema>;

/** What is known of a clip that was chosen from a library (core/broll/broll-library.ts). */
const choiceSchema = z.object({
  keyword: z.string().optional(),
  attribution: z
    .object({ source: z.string(), author: z.string(), authorUrl: z.string(), pageUrl: z.string() })
    .optional(),
});

/**
 * The ingest container's job (core/storage/keys.ts, brollJobKey): what to fetch for the task. It does not matter who
 * chose the clips.
 */
export const brollJobSchema = z.object({
  taskId: z.string(),
  items: z.array(
    requestedBrollSchema.extend({
      ...choiceSchema.shape,
      /** What a failure is blamed on, such as a field's path in the request. */
      name: z.string(),
      /** A clip that lies in the bucket already: not fetched. */
      stored: z.object({ key: z.string(), media: mediaInfoSchema }).optional(),
      /** Chosen by the service: left out when it cannot be fetched, where one that was asked for fails the task. */
      mayBeLeftOut: z.boolean().optional(),
    }),
  ),
});
export type BrollJob = z.infer<typeof brollJobSchema>;

/** A b-roll that is ready to be shown: its clip lies in the bucket and is known to have a picture. */
export const plannedBrollSchema = requestedBrollSchema.extend({
  ...choiceSchema.shape,
  key: z.string(),
  media: mediaInfoSchema,
  /** Of the operator's library: `url` is no address, one is signed when it is asked for. */
  isStored: z.boolean().optional(),
});
export type PlannedBroll = z.infer<typeof plannedBrollSchema>;

/** What will be cut into the film (core/storage/keys.ts, brollPlanKey): in order of time, without overlaps. */
export const brollPlanSchema = z.array(plannedBrollSchema);

/**
 * Ranges as they lie in a film of `durationSeconds`: what goes beyond its end is cut off there, what begins at or
 * beyond it is dropped. Source: specification, "Transcribe settings".
 */
export const truncateBrolls = <T extends TimeSpan>(brolls: readonly T[], durationSeconds: number): T[] =>
  brolls
    .filter(({ startSeconds }) => startSeconds < durationSeconds)
    .map((broll) => ({ ...broll, endSeconds: Math.min(broll.endSeconds, durationSeconds) }));

/** Ranges of the source moved to the time line of the cut film; what is cut away whole is left out. */
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
