import type { StatusEvent } from "../events/status-event.ts";
import type { CaptioningRequest } from "../tasks/captioning-task.ts";
import type { NotificationKind } from "../tasks/notification.ts";
import {
  type PlannedNotification,
  plannedFailure,
  plannedSuccess,
  type Tool,
} from "./planned-notification.ts";

/** Statuses in whose beginning there may be something to tell of: all others need no look at the task. */
export const toldStatuses: ReadonlySet<string> = new Set([
  "transcriptionCompleted",
  "rendering",
  "completed",
  "failed",
]);

/**
 * What a captioning task's subscriber is told of one status change. The transcript is there when `transcribing` ends,
 * whether the task then waits for approval or not; tools have done their work by then too.
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

/** The tools that work within a captioning task's transcription, in that order, and whether a request asks for each. */
const captioningTools: readonly (readonly [Tool, (request: CaptioningRequest) => boolean])[] = [
  ["autoCut", (request) => request.autoCut !== undefined],
];

/** The tools that a captioning task's request asks for. */
export const toolsOf = (request: CaptioningRequest): Tool[] =>
  captioningTools.filter(([, isAsked]) => isAsked(request)).map(([tool]) => tool);
