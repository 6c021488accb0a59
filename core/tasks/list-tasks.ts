import type { TaskList, TaskSummary } from "../api/schemas/task-list.ts";
import { clipProgressPercent } from "./clip-task-status.ts";
import type { Task, TaskStatus } from "./task.ts";
import { taskFields } from "./task-fields.ts";
import type { ListedTask, TaskIndex, TaskKind } from "./task-index.ts";
import { progressPercent } from "./task-status.ts";
import type { AllTasks } from "./task-store.ts";

/** Which tasks to list. Absent filters match every task. */
export interface TaskFilter {
  accountId: string;
  videoId?: string | undefined;
  kind?: TaskKind | undefined;
  status?: TaskStatus | undefined;
  limit: number;
  /** `nextCursor` of the previous page; absent: the first page. */
  cursor?: string | undefined;
}

/** Maximum number of tasks that one request reads to find those that match. */
const maxExamined = 1000;

interface ListDeps {
  taskIndex: Pick<TaskIndex, "listNewest">;
  allTasks: Pick<AllTasks, "getMany">;
}

/**
 * Returns a page of an account's tasks, newest first. A page may have fewer entries than `limit`, also none, before the end of the list: the
 * end is a `nextCursor` of null.
 */
export const listTasks = async (filter: TaskFilter, deps: ListDeps): Promise<TaskList> => {
  const { accountId, limit } = filter;
  const data: TaskSummary[] = [];
  let before = filter.cursor ?? null;
  // One more than a page, which shows whether another page follows.
  const batch = limit + 1;
  for (let examined = 0; examined < maxExamined; examined += batch) {
    const range = { videoId: filter.videoId ?? null, before, limit: batch };
    const listed = await deps.taskIndex.listNewest(accountId, range);
    const matching = await readMatching(listed, filter, deps);
    for (const { id } of listed) {
      if (data.length === limit) return { data, nextCursor: before };
      const task = matching.get(id);
      if (task !== undefined) data.push(taskSummary(task));
      before = id;
    }
    if (listed.length < batch) return { data, nextCursor: null };
  }
  return { data, nextCursor: before };
};

/** Returns the listed tasks that match a filter, by ID. */
const readMatching = async (
  listed: readonly ListedTask[],
  { kind, status }: Pick<TaskFilter, "kind" | "status">,
  { allTasks }: Pick<ListDeps, "allTasks">,
): Promise<ReadonlyMap<string, Task>> => {
  const ofKind = listed.filter((entry) => kind === undefined || entry.kind === kind);
  const tasks = await allTasks.getMany(ofKind.map(({ id }) => id));
  return new Map(
    tasks.filter((task) => status === undefined || task.status === status).map((task) => [task.id, task]),
  );
};

export const taskSummary = (task: Task): TaskSummary => ({
  ...taskFields(task),
  kind: task.kind,
  status: task.status,
  templateId: task.kind === "captioning" ? task.request.templateId : null,
  progress: task.kind === "captioning" ? progressPercent(task) : clipProgressPercent(task),
});
