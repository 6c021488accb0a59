import type { Post } from "../integration/receiver.ts";

/** A task of a chaos run, and how it ended. */
export interface EndedTask {
  taskId: string;
  path: string;
  /** `deleted`: with its video. `open`: it has not ended. */
  end: "completed" | "failed" | "deleted" | "open";
}

export interface Statement {
  entries: readonly { kind: string; amount: string; taskId: string | null }[];
  held: string;
}

const finalEvents: ReadonlySet<string> = new Set(["completed", "failed"]);

/** Returns sentences about tasks that did not end. */
export const openTasks = (tasks: readonly EndedTask[]): string[] =>
  tasks.filter(({ end }) => end === "open").map(({ taskId }) => `Task ${taskId} has not ended.`);

/** Returns sentences about tasks that were charged twice, not at all, or although they failed, and about money that is held. */
export const moneyProblems = (tasks: readonly EndedTask[], { entries, held }: Statement): string[] => {
  const chargesOf = (taskId: string): number =>
    entries.filter((entry) => entry.taskId === taskId && entry.kind === "charge").length;
  const charged = tasks.flatMap(({ taskId, end }) => {
    const charges = chargesOf(taskId);
    const expected = end === "completed" ? 1 : 0;
    // A task may complete while its video is being deleted.
    const isRight = end === "deleted" ? charges <= 1 : charges === expected;
    return isRight ? [] : [`Task ${taskId} (${end}) was charged ${charges} times.`];
  });
  const open = tasks.some(({ end }) => end === "open");
  return Number(held) !== 0 && !open ? [...charged, `${held} USD are held after the last task.`] : charged;
};

/**
 * Returns sentences about final events that are missing or have several IDs, and about IDs whose bodies differ. The event of a
 * deleted task may be missing.
 */
export const webhookProblems = (tasks: readonly EndedTask[], postsTo: (path: string) => Post[]): string[] =>
  tasks.flatMap(({ taskId, path, end }) => {
    const posts = postsTo(path);
    const bodies = new Map<string, Set<string>>();
    for (const { payload, body } of posts)
      bodies.set(payload.eventId, new Set([...(bodies.get(payload.eventId) ?? []), body]));
    const changed = [...bodies].filter(([, versions]) => versions.size > 1).map(([id]) => id);
    const finals = new Set(
      posts.filter(({ payload }) => finalEvents.has(payload.event)).map(({ payload }) => payload.eventId),
    );
    const expected = end === "completed" || end === "failed" ? 1 : 0;
    return [
      ...changed.map((id) => `Event ${id} of task ${taskId} was sent with different bodies.`),
      ...(end !== "deleted" && finals.size !== expected
        ? [`Task ${taskId} (${end}) has ${finals.size} final events.`]
        : []),
    ];
  });
