import { v5 as uuidV5 } from "uuid";
import type { StatusEvent } from "../events/status-event.ts";
import type { NotificationKind } from "../tasks/notification.ts";

/** What a subscriber is told has happened. `test` is the operator's (`webhooks test`). */
export const notificationEvents = [
  "transcriptionCompleted",
  "completed",
  "failed",
  "progress",
  "test",
] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

/** What the kind `tool` covers. */
export const notificationTools = ["dub", "autoCut", "clip"] as const;
export type Tool = (typeof notificationTools)[number];

/** One delivery to be made of a change, before it has a body. */
export interface PlannedNotification {
  /** Derived from what it tells of, so that planning again gives the same. */
  eventId: string;
  /** Orders all deliveries of one task; gaps mean nothing. */
  sequence: number;
  kind: NotificationKind;
  event: NotificationEvent;
  tool?: Tool | undefined;
}

/** Subscribed kinds in the order in which one of them is chosen to tell of a failure. Source: DESIGN.md §3, webhooks. */
const failureOrder: readonly NotificationKind[] = ["render", "transcript", "tool", "renderProgress"];

/** Room for the deliveries of one status change, those of progress within the status included. */
const placesPerChange = 1000;
const place = { tool: 0, transcript: 10, render: 20, failed: 30, progress: 100 };

const namespace = "0c8cf9d0-3a55-4c8c-9a0c-53d28d3f8f2b";

/** The one delivery of a task's failure; null when the task subscribed to none of `kinds`. */
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
    sequence: event.sequence * placesPerChange + place.failed,
    kind,
    event: "failed",
    ...(kind === "tool" && tool ? { tool } : {}),
  };
};

/** A delivery of kind `transcript`, `render` or `tool`; `index` tells the tools of one change apart. */
export const plannedSuccess = (
  event: StatusEvent,
  kind: "transcript" | "render" | "tool",
  tool?: Tool,
  index = 0,
): PlannedNotification => ({
  eventId: uuidV5(`${event.eventId}/${kind}/${tool ?? ""}`, namespace),
  sequence: event.sequence * placesPerChange + place[kind] + index,
  kind,
  event: kind === "transcript" ? "transcriptionCompleted" : "completed",
  ...(tool ? { tool } : {}),
});

/** `percent`: whole, 0 to 100, of the status that change number `statusSequence` began. */
export const plannedProgress = (
  taskId: string,
  statusSequence: number,
  percent: number,
): PlannedNotification => {
  const sequence = statusSequence * placesPerChange + place.progress + percent;
  return {
    eventId: uuidV5(`${taskId}/progress/${sequence}`, namespace),
    sequence,
    kind: "renderProgress",
    event: "progress",
  };
};
