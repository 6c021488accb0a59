import type { ErrorName } from "../errors.ts";
import type { StatusEvent } from "../events/status-event.ts";
import type { Metrics } from "../metrics.ts";
import { hasEnded, type Task, unfinishedGroupOf } from "./task.ts";
import type { AllTasks } from "./task-store.ts";

/**
 * Completed, Failed          tasks that ended, one record per end
 * FailedByService            of the failed ones, those whose error clients do not cause
 * ClipModelFailed            clip tasks whose language model failed, so that scores decided
 * SentenceRatingFailed       clip tasks whose rating model failed, so that rules alone scored their clips
 * MinutesToEnd               from the creation of a completed task to its end, with all waiting
 * SpeedFactor                that time divided by the duration of the video, of tasks that waited for no person
 * ChargedPerMinute           USD per minute of video
 * Running, Queued, Approval  unfinished tasks by what they wait for, as far as one run of the reconciler reads them
 * OldestRunningMinutes       age of the oldest running task
 * Held                       USD that these tasks hold
 */
export const taskMetrics = {
  Completed: "Count",
  Failed: "Count",
  FailedByService: "Count",
  ClipModelFailed: "Count",
  SentenceRatingFailed: "Count",
  MinutesToEnd: "None",
  SpeedFactor: "None",
  ChargedPerMinute: "None",
  Running: "Count",
  Queued: "Count",
  Approval: "Count",
  OldestRunningMinutes: "None",
  Held: "None",
} as const;
export type TaskMetric = keyof typeof taskMetrics;

/** Errors of tasks that the service, its containers or AWS cause. */
const serviceErrors: ReadonlySet<string> = new Set<ErrorName>([
  "InternalError",
  "TranscriptionFailed",
  "TranslationFailed",
  "DubFailed",
  "RenderFailed",
  "RenderTimedOut",
  "ContainerStopped",
  "CapacityUnavailable",
]);

const usd = (microUsd: number): number => microUsd / 1_000_000;

const minutesBetween = (from: string, to: Date | string): number =>
  (new Date(to).getTime() - Date.parse(from)) / 60_000;

const valuesOfEnd = (task: Task): Partial<Record<TaskMetric, number>> => {
  if (task.status === "failed")
    return { Failed: 1, FailedByService: serviceErrors.has(task.errorName) ? 1 : 0 };
  if (task.status !== "completed") return {};
  const minutes = minutesBetween(task.createdAt, task.completedAt);
  const mediaMinutes = (task.mediaMilliseconds ?? 0) / 60_000;
  const waitsForNobody = task.kind === "clip" || task.request.autoApprove;
  return {
    Completed: 1,
    MinutesToEnd: minutes,
    ...(mediaMinutes > 0 && waitsForNobody ? { SpeedFactor: minutes / mediaMinutes } : {}),
    ...(mediaMinutes > 0 ? { ChargedPerMinute: usd(task.costMicroUsd ?? 0) / mediaMinutes } : {}),
  };
};

/** Records metrics of the tasks whose end is among the events. A repeated event is counted again. */
export const measureEnds = async (
  events: readonly StatusEvent[],
  { allTasks, metrics }: { allTasks: Pick<AllTasks, "get">; metrics: Metrics<TaskMetric> },
): Promise<void> => {
  for (const { taskId, status } of events) {
    if (taskId === undefined || (status !== "completed" && status !== "failed")) continue;
    const task = await allTasks.get(taskId);
    if (task !== null && hasEnded(task)) metrics.record(valuesOfEnd(task));
  }
};

/** Records metrics of unfinished tasks; none when there are none, so that an idle service pays for no metric. */
export const measureUnfinished = (tasks: readonly Task[], now: Date, metrics: Metrics<TaskMetric>): void => {
  if (tasks.length === 0) return;
  const { running = [], queued = [], approval = [] } = Object.groupBy(tasks, unfinishedGroupOf);
  metrics.record({
    Running: running.length,
    Queued: queued.length,
    Approval: approval.length,
    OldestRunningMinutes: Math.max(0, ...running.map(({ createdAt }) => minutesBetween(createdAt, now))),
    Held: usd(tasks.reduce((sum, { costMicroUsd }) => sum + (costMicroUsd ?? 0), 0)),
  });
};
