import * as z from "zod";
import { ttlSchema } from "../videos/video.ts";

/** The fields of the records of tasks of all kinds. */
export const taskBase = z.object({
  id: z.string(),
  accountId: z.string(),
  videoId: z.string(),
  ttl: ttlSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string(),
  sequence: z.number().int().nonnegative(),
  /** Number of executions started; the reconciler starts another when one has died. */
  attempt: z.number().int().nonnegative(),
  executionArn: z.string().nullable(),
  /** Executions restarted within the current status because one had died; absent: none. */
  redrives: z.number().int().nonnegative().optional(),
  /** Completed part of the current status, 0 to 1; reported by the containers. */
  stageProgress: z.number().min(0).max(1),
  /**
   * Cost in integer micro-USD; null until the media's duration is known. The store writes the ledger entries in the same
   * transaction as the record: setting the cost holds it, `completed` charges it, `failed` releases it
   * (core/billing/task-money.ts).
   */
  costMicroUsd: z.number().int().nonnegative().nullable(),
  /** Decoded duration of the media that the cost is based on; set together with it. */
  mediaMilliseconds: z.number().int().nonnegative().nullable(),
});

/** The first status; a task that `waitsForVideo` is not in its account's queue. */
export const pendingTask = { status: z.literal("pending"), waitsForVideo: z.boolean() };

export const failedTaskFields = {
  status: z.literal("failed"),
  errorName: z.string(),
  error: z.string(),
  completedAt: z.string(),
};

/** The fields of a new record. */
export type NewTask = z.infer<typeof taskBase> & { status: "pending"; waitsForVideo: boolean };
