import { z } from "zod";
import { type Notification, notificationKinds } from "../tasks/notification.ts";
import { notificationEvents, type PlannedNotification } from "./planned-notification.ts";
import { nextTryAt } from "./retry-schedule.ts";

/** One try, as the operator sees it. */
export const attemptSchema = z.object({
  /** When it began, ISO 8601. */
  at: z.string(),
  durationMs: z.number().int().nonnegative(),
  /** HTTP status; null when there was no answer. */
  status: z.number().int().nullable(),
  /** Why there was no answer: `TimedOut`, `AddressNotAllowed`, `ECONNREFUSED` and the like. */
  error: z.string().nullable(),
  /** At most the answer's first KB. */
  answer: z.string(),
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
  /** Failed tries since the delivery was made or replayed: the place in the schedule. */
  failures: z.number().int().nonnegative(),
  /** The newest ones, oldest first; beyond `keptAttempts` the oldest are forgotten. */
  attempts: z.array(attemptSchema),
  /** Tries in all. */
  tries: z.number().int().nonnegative(),
  /** Counts the writes of this row: each is conditional on the one before. */
  revision: z.number().int().nonnegative(),
});

export const deliverySchema = z.discriminatedUnion("state", [
  /** Not tried yet, or to be tried again. */
  base.extend({ state: z.literal("waiting"), dueAt: z.string() }),
  base.extend({ state: z.literal("delivered"), endedAt: z.string() }),
  /** The recipient answered 410: it wants no more of this. */
  base.extend({ state: z.literal("refused"), endedAt: z.string() }),
  /** All tries failed: a dead letter, for the operator to replay. */
  base.extend({ state: z.literal("dead"), endedAt: z.string() }),
  /** A progress that something later has overtaken. */
  base.extend({ state: z.literal("overtaken"), endedAt: z.string() }),
]);
export type Delivery = z.infer<typeof deliverySchema>;
export const deliveryStates = deliverySchema.options.map(({ shape }) => shape.state.value);
export type WaitingDelivery = Extract<Delivery, { state: "waiting" }>;

const keptAttempts = 20;
const answerGone = 410;

/** A delivery as it begins: due at once. */
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
  tries: 0,
  revision: 0,
  state: "waiting",
  dueAt: now.toISOString(),
});

/** What a try makes of a delivery: 2xx is done, 410 ends it, all else waits for the schedule's next try or is dead. */
export const afterTry = (
  delivery: WaitingDelivery,
  attempt: Attempt,
  delaysSeconds: readonly number[],
): Delivery => {
  const { dueAt: _, ...rest } = delivery;
  const endedAt = new Date(Date.parse(attempt.at) + attempt.durationMs);
  const tried = {
    ...rest,
    attempts: [...delivery.attempts, attempt].slice(-keptAttempts),
    tries: delivery.tries + 1,
    revision: delivery.revision + 1,
  };
  const ended = { endedAt: endedAt.toISOString() };
  const { status } = attempt;
  if (status !== null && status >= 200 && status < 300) return { ...tried, ...ended, state: "delivered" };
  const failed = { ...tried, failures: delivery.failures + 1 };
  if (status === answerGone) return { ...failed, ...ended, state: "refused" };
  const next = nextTryAt(failed.failures, endedAt, delaysSeconds);
  if (next === null) return { ...failed, ...ended, state: "dead" };
  return { ...failed, state: "waiting", dueAt: next.toISOString() };
};

/** A progress that is not worth sending any more. */
export const overtaken = ({ dueAt: _, ...delivery }: WaitingDelivery, now: Date): Delivery => ({
  ...delivery,
  revision: delivery.revision + 1,
  state: "overtaken",
  endedAt: now.toISOString(),
});

/** The same delivery, due at another time. */
export const postponed = (delivery: WaitingDelivery, dueAt: Date): WaitingDelivery => ({
  ...delivery,
  revision: delivery.revision + 1,
  dueAt: dueAt.toISOString(),
});

/** Begins the schedule anew with the same id and bytes, whatever became of the delivery. */
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
