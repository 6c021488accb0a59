import type { StatusEvent } from "../events/status-event.ts";
import type { NotificationKind } from "../tasks/notification.ts";
import { type PlannedNotification, plannedFailure, plannedSuccess } from "./planned-notification.ts";

/** The only kind of notification for clip tasks. */
const clipKinds: readonly NotificationKind[] = ["tool"];

/** Returns the notifications of one status change of a clip task: its end, of kind `tool`. */
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
