import type { StatusEvent } from "../events/status-event.ts";
import type { CaptioningRequest } from "../tasks/captioning-task.ts";
import type { NotificationKind } from "../tasks/notification.ts";
import {
  type PlannedNotification,
  plannedFailure,
  plannedSuccess,
  type Tool,
} from "./planned-notification.ts";

/** Statuses whose start may cause a notification; events of all others are ignored. */
export const notifiedStatuses: ReadonlySet<string> = new Set([
  "transcriptionCompleted",
  "rendering",
  "completed",
  "failed",
]);

/**
 * Returns the notifications of one status change of a captioning task. The transcript exists when `transcribing` ends,
 * whether the task then waits for approval or not; tools have finished by then too.
 */
export const captioningNotifications = (
  event: StatusEvent,
  subscribed: readonly NotificationKind[],
  tools: readonly Tool[],
): PlannedNotification[] => {
  const wants = (kind: NotificationKind): boolean => subscribed.includes(kind);
  if (event.status === "failed") {
    const failure = plannedFailure(event, subscribed, undefined, tools[0]);
    return failure === null ? [] : [failure];
  }
  if (event.status === "completed") return wants("render") ? [plannedSuccess(event, "render")] : [];
  const isTranscribed = event.status === "transcriptionCompleted" || event.status === "rendering";
  if (!isTranscribed || event.previousStatus !== "transcribing") return [];
  return [
    ...(wants("tool") ? tools.map((tool, index) => plannedSuccess(event, "tool", tool, index)) : []),
    ...(wants("transcript") ? [plannedSuccess(event, "transcript")] : []),
  ];
};

/** The tools of a captioning task's transcription, in order, and whether a request uses each. */
const captioningTools: readonly (readonly [Tool, (request: CaptioningRequest) => boolean])[] = [
  ["dub", (request) => request.dub === true],
  ["autoCut", (request) => request.autoCut !== undefined],
];

/** Returns the tools that a captioning task's request uses. */
export const toolsOf = (request: CaptioningRequest): Tool[] =>
  captioningTools.filter(([, isRequested]) => isRequested(request)).map(([tool]) => tool);
