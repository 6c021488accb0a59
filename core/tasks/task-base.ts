import { z } from "zod";
import { ttlSchema } from "../videos/video.ts";

/** What the records of all kinds of tasks have; the parts of the product that serve every kind work with nothing else. */
export const taskBase = z.object({
  id: z.string(),
  accountId: z.string(),
  videoId: z.string(),
  ttl: ttlSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string(),
  sequence: z.number().int().nonnegative(),
  /** How many executions have been started for it; the reconciler starts the next one when an execution died. */
  attempt: z.number().int().nonnegative(),
  executionArn: z.string().nullable(),
  /** Executions started again within the present status because one had died; absent means none. */
  redrives: z.number().int().nonnegative().optional(),
  /** Done part of the present status, 0 to 1; written by the containers, back to 0 at each status change. */
  stageProgress: z.number().min(0).max(1),
  /**
   * What the task costs, integer micro-USD; null until the media's duration is known. The store moves the money in the
   * same transaction as the record: setting it holds, `completed` charges, `failed` gives back (core/billing/task-money.ts).
   */
  costMicroUsd: z.number().int().nonnegative().nullable(),
  /** The decoded duration that the cost was reckoned from; set together with it. */
  mediaMilliseconds: z.number().int().nonnegative().nullable().default(null),
});

/** The beginning: one that `waitsForVideo` stands aside of its account's queue until the video has arrived. */
export const pendingTask = { status: z.literal("pending"), waitsForVideo: z.boolean().default(false) };

/** An end that is not the one hoped for. */
export const failedTaskFields = {
  status: z.literal("failed"),
  errorName: z.string(),
  error: z.string(),
  completedAt: z.string(),
};

/** The fields of every record at its creation. */
export type NewTask = z.infer<typeof taskBase> & { status: "pending"; waitsForVideo: boolean };
