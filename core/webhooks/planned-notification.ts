import { v5 as uuidV5 } from "uuid";
import type { StatusEvent } from "../events/status-event.ts";
import type { NotificationKind } from "../tasks/notification.ts";

/** Events that subscribers are notified of. `test` is sent by the operator (`webhooks test`). */
export const notificationEvents = [
  "transcriptionCompleted",
  "completed",
  "failed",
  "progress",
  "test",
] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

/** The tools of notifications of kind `tool`. */
export const notificationTools = ["dub", "autoCut", "clip"] as const;
export type Tool = (typeof notificationTools)[number];

/** One delivery to create for a change, before it has a body. */
export interface PlannedNotification {
  /** Derived from the change, so that planning is idempotent. */
  eventId: string;
  /** Orders all deliveries of one task; gaps have no meaning. */
  sequence: number;
  kind: NotificationKind;
  event: NotificationEvent;
  tool?: Tool | undefined;
}

/** A failure is sent for one kind only: the first of these that the task subscribes to. */
const failureOrder: readonly NotificationKind[] = ["render", "transcript", "tool", "renderProgress"];

/** Sequence numbers reserved for each status change, progress within the status included. */
const numbersPerChange = 1000;
const offsets = { tool: 0, transcript: 10, render: 20, failed: 30, progress: 100 };

const namespace = "0c8cf9d0-3a55-4c8c-9a0c-53d28d3f8f2b";

/** Returns the delivery of a task's failure; null when the task subscribes to none of `kinds`. */
export const plannedFailure = (
  event: StatusEvent,
  subscribed: readonly NotificationKind[],
  kinds: readonly NotificationKind[] = failureOrder,
  tool?: Tool,
): PlannedNotification | null => {
  const kind = failureOrder.find((one) => kinds.includes(one) && subscribed.includes(one));
  if (kind === undefined) return null;
  return {
    eventId: uuidV5(`${event.eventId}/failed`, namespace),
    sequence: event.sequence * numbersPerChange + offsets.failed,
    kind,
    event: "failed",
    ...(kind === "tool" && tool ? { tool } : {}),
  };
};

/** Returns a delivery of kind `transcript`, `render` or `tool`; `index` distinguishes the tools of one change. */
export const plannedSuccess = (
  event: StatusEvent,
  kind: "transcript" | "render" | "tool",
  tool?: Tool,
  index = 0,
): PlannedNotification => ({
  eventId: uuidV5(`${event.eventId}/${kind}/${tool ?? ""}`, namespace),
  sequence: event.sequence * numbersPerChange + offsets[kind] + index,
  kind,
  event: kind === "transcript" ? "transcriptionCompleted" : "completed",
  ...(tool ? { tool } : {}),
});

/** Returns a progress delivery. `percent`: integer, 0 to 100, within the status that began with change `statusSequence`. */
export const plannedProgress = (
  taskId: string,
  statusSequence: number,
  percent: number,
): PlannedNotification => {
  const sequence = statusSequence * numbersPerChange + offsets.progress + percent;
  return {
    eventId: uuidV5(`${taskId}/progress/${sequence}`, namespace),
    sequence,
    kind: "renderProgress",
    event: "progress",
  };
};
