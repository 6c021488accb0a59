import * as z from "zod";

/** The rows of the table that have no record in core: queues, lists, counters and leases. Keys are those of the stores. */

/** A task in its account's queue, or waiting for its video (task-store.ts). */
export const queuedTaskRow = z.object({ taskId: z.string(), ttlSeconds: z.number() });

/** A video in its account's list (listing.ts). */
export const listedVideoRow = z.object({ sk: z.string(), expiresAt: z.string() });

/** A task in its account's list (listing.ts). */
export const listedTaskRow = z.object({
  sk: z.string(),
  kind: z.enum(["captioning", "clip"]),
  expiresAt: z.string(),
});
export type ListedTaskRow = z.infer<typeof listedTaskRow>;

/** The IDs of the tasks that hold a slot of an account; DynamoDB removes an empty set (task-slots.ts). */
export const taskSlotsRow = z.object({ holders: z.set(z.string()).optional() });

/** The completed part of a task's status, 0 to 1 (stage-progress.ts). */
export const stageProgressRow = z.object({ done: z.number().min(0).max(1) });

/** Where the reconciler continues a list (cursors.ts). */
export const cursorRow = z.object({ cursor: z.string().nullable() });

const lease = { id: z.string(), accountId: z.string(), vcpus: z.number().positive() };

/** The vCPUs that containers hold (capacity-store.ts). */
export const capacityRow = z.object({
  leases: z.array(z.object({ ...lease, grantedAt: z.string() })),
  leaseVersion: z.number().int(),
});

/** A state that waits for vCPUs (capacity-store.ts). */
export const capacityWaiterRow = z.object({ ...lease, taskToken: z.string(), since: z.string() });

/** The number of fonts of an account (font-store.ts). */
export const fontCountRow = z.object({ fontCount: z.number().int() });

/** The time in microseconds at which an account's token bucket will be full (request-buckets.ts). */
export const requestBucketRow = z.object({ fullAt: z.number() });

/** The last recorded use of an API key (key-uses.ts). */
export const keyUseRow = z.object({ usedAt: z.string() });

/** An idempotency key of an account (idempotency.ts). */
export const idempotencyRow = z.object({
  fingerprint: z.string(),
  resourceId: z.string(),
  isDone: z.boolean(),
  leaseUntil: z.string(),
  /** JSON of the response; null when it was too large to store. */
  responseJson: z.string().nullable(),
  expiresAt: z.string(),
});

/** A waiting delivery in its delivery queue (delivery-store.ts). */
export const deliveryEntryRow = z.object({
  taskId: z.string(),
  sequence: z.number().int(),
  recipient: z.string(),
  dueAt: z.string(),
  attemptCount: z.number().int(),
  event: z.enum(["transcriptionCompleted", "completed", "failed", "progress", "test"]),
  createdAt: z.string(),
  queue: z.string(),
});

/** The lease of a delivery queue (delivery-queues.ts). */
export const deliveryQueueRow = z.object({
  requests: z.number().int(),
  holder: z.string().optional(),
  leaseUntil: z.string().optional(),
});
