import type { StatusEvent } from "../events/status-event.ts";
import type { NotificationKind } from "../tasks/notification.ts";
import { type PlannedNotification, plannedFailure, plannedSuccess } from "./planned-notification.ts";

/** The only kind that tells of clip tasks. Source: DESIGN.md §3, webhooks. */
const clipKinds: readonly NotificationKind[] = ["tool"];

/** What a clip task's subscriber is told of one status change: its end, by kind `tool`. */
export const clipNotifications = (
  event: StatusEvent,
  subscribed: readonly NotificationKind[],
): PlannedNotification[] => {
  if (event.status === "failed") {
    const failure = plannedFailure(event, subscribed, clipKinds, "clip");
    return failure === null ? [] : [failure];
  }
  return event.status === "completed" && subscribed.includes("tool")
    ? [plannedSuccess(event, "tool", "clip")]
    : [];
};
