import type { LedgerEntry } from "../../core/billing/ledger.ts";
import { taskLedgerEntries } from "../../core/billing/task-money.ts";
import { type StatusEvent, taskStatusEvent } from "../../core/events/status-event.ts";
import { WriteConflict } from "../../core/storage/write-conflict.ts";
import {
  checkTransition,
  hasEnded,
  parseTask,
  type Task,
  taskKinds,
  type UnfinishedGroup,
  unfinishedGroupOf,
  unfinishedGroups,
} from "../../core/tasks/task.ts";
import type { TaskIndex, TaskKind } from "../../core/tasks/task-index.ts";
import type { AllTasks, CaptioningTaskStore, ClipTaskStore, TaskStore } from "../../core/tasks/task-store.ts";
import { partOf } from "./parts.ts";

export const copy = <T>(value: T): T => structuredClone(value);

/** Returns the stored record if it is unchanged since it was read. */
export const guarded = <T extends object>(
  stored: T | undefined,
  from: T,
  guards: readonly (keyof T)[],
): T => {
  if (stored === undefined || guards.some((guard) => stored[guard] !== from[guard])) {
    throw new WriteConflict("The record has changed");
  }
  return stored;
};

/** The same records, of one kind only. */
const ofKind = <T extends Task>(all: AllTasks, kind: TaskKind): TaskStore<T> => ({
  ...all,
  get: async (id) => {
    const task = await all.get(id);
    return task?.kind === kind ? (task as T) : null;
  },
});

export interface MemoryTasks {
  tasks: CaptioningTaskStore;
  clipTasks: ClipTaskStore;
  allTasks: AllTasks;
  taskIndex: TaskIndex;
}

/** The tasks of the in-memory records, with their `moveMoney` and `events`. */
export const createMemoryTasks = ({
  now,
  events,
  moveMoney,
}: {
  now: () => Date;
  events: StatusEvent[];
  moveMoney: (entries: readonly LedgerEntry[]) => void;
}): MemoryTasks => {
  const tasks = new Map<string, Task>();
  const isAlive = (record: { expiresAt: string } | undefined): boolean =>
    record !== undefined && record.expiresAt > now().toISOString();

  const waits = (task: Task): boolean => task.status === "pending" && task.waitsForVideo;
  type Pending = Task & { status: "pending" };
  const queued = (
    accountId: string,
    belongs: (task: Pending) => boolean,
    limit: number,
    after?: Task,
  ): Task[] => {
    const all = [...tasks.values()].filter((task) => task.accountId === accountId);
    return all
      .slice(after === undefined ? 0 : all.findIndex(({ id }) => id === after.id) + 1)
      .filter((task) => task.status === "pending" && isAlive(task) && belongs(task))
      .slice(0, limit)
      .map(copy);
  };

  const unfinished = (group: UnfinishedGroup): Task[] =>
    [...tasks.values()].filter((task) => !hasEnded(task) && unfinishedGroupOf(task) === group);

  const allTasks: AllTasks = {
    create: async (task) => {
      if (tasks.has(task.id)) throw new WriteConflict("The task exists");
      moveMoney(taskLedgerEntries(null, task));
      tasks.set(task.id, copy(task));
      events.push(taskStatusEvent(null, task, crypto.randomUUID()));
    },
    get: async (id) => (isAlive(tasks.get(id)) ? copy(tasks.get(id) as Task) : null),
    update: async (from, to) => {
      checkTransition(from, to);
      const guards = taskKinds[from.kind].guards as (keyof Task)[];
      const stored = guarded(tasks.get(to.id), from, guards);
      if (waits(from) && !waits(stored)) throw new WriteConflict("The task waits no longer");
      moveMoney(taskLedgerEntries(from, to));
      const stageProgress = from.status === to.status ? stored.stageProgress : to.stageProgress;
      tasks.set(to.id, parseTask({ ...copy(to), stageProgress }));
      if (from.status !== to.status) {
        events.push(taskStatusEvent(from, to, crypto.randomUUID()));
      }
    },
    getMany: async (ids) => copy(ids.flatMap((id) => tasks.get(id) ?? []).filter(isAlive)),
    reportProgress: async (id, status, stageProgress) => {
      const task = tasks.get(id);
      if (task?.status !== status) return;
      task.stageProgress = Math.max(task.stageProgress, Math.min(1, Math.max(0, stageProgress)));
    },
    delete: async (task) => {
      const { status = "completed" } = tasks.get(task.id) ?? {};
      if (status !== "completed" && status !== "failed") throw new WriteConflict("The task has not ended");
      tasks.delete(task.id);
    },
    listExpired: async (limit) =>
      [...tasks.values()]
        .filter((task) => !isAlive(task) && hasEnded(task))
        .slice(0, limit)
        .map(copy),
    listUnfinished: async (group, limit, cursor) => copy(partOf(unfinished(group), limit, cursor)),
    listUnfinishedIds: async (group, limit) =>
      unfinished(group)
        .slice(0, limit)
        .map(({ id }) => id),
    listFailed: async (limit, cursor) => {
      const place = (task: Task) => (task.status === "failed" ? `${task.completedAt}#${task.id}` : "");
      const failed = [...tasks.values()]
        .filter((task) => task.status === "failed" && (cursor === null || place(task) < cursor))
        .sort((a, b) => (place(a) < place(b) ? 1 : -1))
        .slice(0, limit);
      const last = failed.length < limit ? undefined : failed.at(-1);
      return { items: failed.filter(isAlive).map(copy), cursor: last === undefined ? null : place(last) };
    },
    listExpiring: async (before, limit) =>
      unfinishedGroups.flatMap((group) =>
        unfinished(group)
          .filter(({ expiresAt }) => expiresAt < before.toISOString())
          .slice(0, limit)
          .map(copy),
      ),
    listPending: async (accountId, limit, after) =>
      queued(accountId, (task) => !task.waitsForVideo, limit, after),
    listWaiting: async (accountId, videoId, limit, after) =>
      queued(
        accountId,
        (task) => task.waitsForVideo && (videoId === null || task.videoId === videoId),
        limit,
        after,
      ),
  };

  return {
    allTasks,
    tasks: ofKind(allTasks, "captioning"),
    clipTasks: ofKind(allTasks, "clip"),
    taskIndex: {
      listNewest: async (accountId, { videoId, before, limit }) =>
        [...tasks.values()]
          .filter((task) => task.accountId === accountId && isAlive(task))
          .filter(
            (task) => (videoId === null || task.videoId === videoId) && (before === null || task.id < before),
          )
          .sort((a, b) => (a.id < b.id ? 1 : -1))
          .slice(0, limit)
          .map(({ id, kind }) => ({ id, kind })),
      listByVideo: async (accountId, videoIds, newest) => {
        const tasksOf = (videoId: string): Task[] =>
          [...tasks.values()]
            .filter((task) => task.accountId === accountId && task.videoId === videoId && isAlive(task))
            .sort((a, b) => (a.id < b.id ? -1 : 1))
            .slice(-newest);
        const idsOf = (videoId: string, kind: TaskKind): string[] =>
          tasksOf(videoId).flatMap((task) => (task.kind === kind ? [task.id] : []));
        return new Map(
          videoIds.map((id) => [id, { captioning: idsOf(id, "captioning"), clip: idsOf(id, "clip") }]),
        );
      },
    },
  };
};
