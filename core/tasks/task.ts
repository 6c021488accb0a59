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

/** Throws Error for an illegal transition: a programming error. */
export const checkTransition = (from: Task, to: Task): void => {
  if (from.status === to.status || taskKinds[from.kind].transitions[from.status]?.includes(to.status)) return;
  throw new Error(`A ${from.kind} task cannot change from ${from.status} to ${to.status}.`);
};
