import * as z from "zod";
import { type Notification, notificationKinds } from "../tasks/notification.ts";
import { notificationEvents, type PlannedNotification } from "./planned-notification.ts";
import { nextAttemptAt } from "./retry-schedule.ts";

/** One attempt to deliver, as the operator sees it. */
export const attemptSchema = z.object({
  /** Start of the attempt, ISO 8601. */
  at: z.string(),
  durationMs: z.number().int().nonnegative(),
  /** HTTP status; null without a response. */
  status: z.number().int().nullable(),
  /** Why there was no response: `TimedOut`, `AddressNotAllowed`, `ECONNREFUSED` and the like. */
  error: z.string().nullable(),
  /** At most the first KB. */
  responseBody: z.string(),
});
export type Attempt = z.infer<typeof attemptSchema>;

const base = z.object({
  eventId: z.string(),
  accountId: z.string(),
  taskId: z.string(),
  videoId: z.string(),
  sequence: z.number().int().nonnegative(),
  kind: z.enum(notificationKinds),
  event: z.enum(notificationEvents),
  recipient: z.string(),
  createdAt: z.string(),
  /** Failed attempts since the delivery was created or replayed: the position in the schedule. */
  failures: z.number().int().nonnegative(),
  /** The latest attempts, oldest first, at most `maxKeptAttempts`. */
  attempts: z.array(attemptSchema),
  /** Attempts in all. */
  attemptCount: z.number().int().nonnegative(),
  /** Counts the writes of this row: each is conditional on the one before. */
  revision: z.number().int().nonnegative(),
});

export const deliverySchema = z.discriminatedUnion("state", [
  /** Before the first attempt, or before a retry. */
  base.extend({ state: z.literal("waiting"), dueAt: z.string() }),
  base.extend({ state: z.literal("delivered"), endedAt: z.string() }),
  /** The recipient returned 410: it accepts no further attempts. */
  base.extend({ state: z.literal("refused"), endedAt: z.string() }),
  /** All attempts failed: a dead letter, which the operator can replay. */
  base.extend({ state: z.literal("dead"), endedAt: z.string() }),
  /** Progress that a later delivery of the task has replaced. */
  base.extend({ state: z.literal("superseded"), endedAt: z.string() }),
]);
export type Delivery = z.infer<typeof deliverySchema>;
export const deliveryStates = deliverySchema.options.map(({ shape }) => shape.state.value);
export type WaitingDelivery = Extract<Delivery, { state: "waiting" }>;

const maxKeptAttempts = 20;
const httpGone = 410;

/** Returns a new delivery, due immediately. */
export const newDelivery = (
  planned: PlannedNotification,
  task: { accountId: string; taskId: string; videoId: string },
  recipient: Notification["recipient"],
  now: Date,
): WaitingDelivery => ({
  eventId: planned.eventId,
  accountId: task.accountId,
  taskId: task.taskId,
  videoId: task.videoId,
  sequence: planned.sequence,
  kind: planned.kind,
  event: planned.event,
  recipient,
  createdAt: now.toISOString(),
  failures: 0,
  attempts: [],
  attemptCount: 0,
  revision: 0,
  state: "waiting",
  dueAt: now.toISOString(),
});

/**
 * Returns the delivery after an attempt: a status of 2xx delivers it, 410 ends it, anything else schedules the next attempt
 * or, when the schedule is exhausted, makes it a dead letter.
 */
export const afterAttempt = (
  delivery: WaitingDelivery,
  attempt: Attempt,
  delaysSeconds: readonly number[],
): Delivery => {
  const { dueAt: _, ...rest } = delivery;
  const endedAt = new Date(Date.parse(attempt.at) + attempt.durationMs);
  const attempted = {
    ...rest,
    attempts: [...delivery.attempts, attempt].slice(-maxKeptAttempts),
    attemptCount: delivery.attemptCount + 1,
    revision: delivery.revision + 1,
  };
  const ended = { endedAt: endedAt.toISOString() };
  const { status } = attempt;
  if (status !== null && status >= 200 && status < 300) return { ...attempted, ...ended, state: "delivered" };
  const failed = { ...attempted, failures: delivery.failures + 1 };
  if (status === httpGone) return { ...failed, ...ended, state: "refused" };
  const next = nextAttemptAt(failed.failures, endedAt, delaysSeconds);
  if (next === null) return { ...failed, ...ended, state: "dead" };
  return { ...failed, state: "waiting", dueAt: next.toISOString() };
};

/** Returns a progress delivery that a later one has replaced, with its final state. */
export const superseded = ({ dueAt: _, ...delivery }: WaitingDelivery, now: Date): Delivery => ({
  ...delivery,
  revision: delivery.revision + 1,
  state: "superseded",
  endedAt: now.toISOString(),
});

/** Returns the same delivery with another due time. */
export const postponed = (delivery: WaitingDelivery, dueAt: Date): WaitingDelivery => ({
  ...delivery,
  revision: delivery.revision + 1,
  dueAt: dueAt.toISOString(),
});

/** Returns a delivery in any state with the schedule restarted, the event ID and the body unchanged. */
export const replayed = (delivery: Delivery, now: Date): WaitingDelivery => {
  const { endedAt: _, ...rest } = { endedAt: "", ...delivery };
  return {
    ...rest,
    failures: 0,
    revision: delivery.revision + 1,
    state: "waiting",
    dueAt: now.toISOString(),
  };
};
