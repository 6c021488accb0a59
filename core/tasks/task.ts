import {
  captioningTaskStatusChanged,
  clipTaskStatusChanged,
  type EventDetailType,
} from "../events/status-event.ts";
import { type CaptioningTask, captioningTaskSchema, captioningTransitions } from "./captioning-task.ts";
import { type ClipTask, clipTaskSchema, clipTransitions } from "./clip-task.ts";
import type { TaskKind } from "./task-index.ts";

export type Task = CaptioningTask | ClipTask;
export type TaskStatus = Task["status"];

/** The differences between kinds of tasks for code that handles all of them. */
interface KindRules {
  transitions: Readonly<Record<string, readonly string[]>>;
  /** Fields that must be unchanged since the record was read. */
  guards: readonly string[];
  statusChanged: EventDetailType;
}

const guards = ["status", "sequence", "attempt", "costMicroUsd"] as const;

export const taskKinds: Readonly<Record<TaskKind, KindRules>> = {
  captioning: {
    transitions: captioningTransitions,
    guards: [...guards, "transcriptRevision"],
    statusChanged: captioningTaskStatusChanged,
  },
  clip: { transitions: clipTransitions, guards, statusChanged: clipTaskStatusChanged },
};

/** Parses the record of a task of any kind. Drops fields that its status must not have, such as a used task token. */
export const parseTask = (record: Readonly<Record<string, unknown>>): Task =>
  record.kind === "clip" ? clipTaskSchema.parse(record) : captioningTaskSchema.parse(record);

export const hasEnded = ({ status }: Pick<Task, "status">): boolean =>
  status === "completed" || status === "failed";

/**
 * Groups of unfinished tasks. Those that wait may be very many and for weeks; they must not delay the repair of the others.
 *
 * - running: a state machine works on it, or its start was lost
 * - queued: no execution was started
 * - approval: waits for a person
 */
export const unfinishedGroups = ["running", "queued", "approval"] as const;
export type UnfinishedGroup = (typeof unfinishedGroups)[number];

/** Returns the group of a task that has not ended. */
export const unfinishedGroupOf = ({ status, attempt }: Pick<Task, "status" | "attempt">): UnfinishedGroup => {
  if (status === "transcriptionCompleted") return "approval";
  return status === "pending" && attempt === 0 ? "queued" : "running";
};

/** Throws Error for an illegal transition: a programming error. */
export const checkTransition = (from: Task, to: Task): void => {
  if (from.status === to.status || taskKinds[from.kind].transitions[from.status]?.includes(to.status)) return;
  throw new Error(`A ${from.kind} task cannot change from ${from.status} to ${to.status}.`);
};
