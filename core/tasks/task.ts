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

/** What tells the kinds of tasks apart for those that serve them all. */
interface KindRules {
  transitions: Readonly<Record<string, readonly string[]>>;
  /** Fields that must be as they were read when a record is written. */
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

/** The record of a task of any kind. Parsing drops what a status must not carry, such as the token of a wait that is over. */
export const parseTask = (record: Readonly<Record<string, unknown>>): Task =>
  record.kind === "clip" ? clipTaskSchema.parse(record) : captioningTaskSchema.parse(record);

export const hasEnded = ({ status }: Pick<Task, "status">): boolean =>
  status === "completed" || status === "failed";

/** Throws Error when the kind's tasks do not move so: a programming error. */
export const checkTransition = (from: Task, to: Task): void => {
  if (from.status === to.status || taskKinds[from.kind].transitions[from.status]?.includes(to.status)) return;
  throw new Error(`A ${from.kind} task does not move from ${from.status} to ${to.status}`);
};
