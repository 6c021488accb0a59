import type { OperatorTask, OperatorTaskHistory, OperatorTaskList } from "../api/schemas/operator.ts";
import { NamedError } from "../errors.ts";
import type { Outbox } from "../events/outbox.ts";
import { taskSummary } from "../tasks/list-tasks.ts";
import type { Task, UnfinishedGroup } from "../tasks/task.ts";
import type { AllTasks } from "../tasks/task-store.ts";
import { deliveryView } from "../webhooks/account-deliveries.ts";
import type { DeliveryStore } from "../webhooks/delivery-store.ts";
import type { ExecutionSteps } from "../workflows/execution-steps.ts";

const viewOf = (task: Task): OperatorTask => ({
  ...taskSummary(task),
  accountId: task.accountId,
  attempt: task.attempt,
  updatedAt: task.updatedAt,
});

/** Maximum number of unfinished tasks of a state that a request orders; the indexes hold their IDs only. */
export const maxOrdered = 10_000;

interface TaskPage {
  state: UnfinishedGroup | "failed";
  limit: number;
  cursor?: string | undefined;
}

/** Returns a page of the tasks of all accounts in a state: unfinished ones oldest first, failed ones by their end, newest first. */
export const listOperatorTasks = async (
  { state, limit, cursor }: TaskPage,
  { allTasks }: { allTasks: Pick<AllTasks, "listUnfinishedIds" | "getMany" | "listFailed"> },
): Promise<OperatorTaskList> => {
  if (state === "failed") {
    const page = await allTasks.listFailed(limit, cursor ?? null);
    return { data: page.items.map(viewOf), nextCursor: page.cursor };
  }
  // IDs are ordered by time (UUID v7).
  const ids = (await allTasks.listUnfinishedIds(state, maxOrdered)).toSorted();
  const next = ids.filter((id) => cursor === undefined || id > cursor);
  const shown = next.slice(0, limit);
  const tasks = await allTasks.getMany(shown);
  return { data: tasks.map(viewOf), nextCursor: next.length > limit ? (shown.at(-1) ?? null) : null };
};

/** Page of a task's execution in the console of AWS; its ARN names the region. Null before the first execution. */
export const executionUrl = ({ executionArn }: Pick<Task, "executionArn">): string | null => {
  const region = executionArn?.split(":")[3];
  if (region === undefined) return null;
  return `https://${region}.console.aws.amazon.com/states/home?region=${region}#/v2/executions/details/${executionArn}`;
};

/** Query of CloudWatch Logs Insights for the lines of a task. */
export const logQuery = ({ id }: Pick<Task, "id">): string =>
  `fields @timestamp, level, message | filter taskId = "${id}" | sort @timestamp`;

/** Returns a task's changes of status with the seconds between them. */
export const taskEvents = async (
  taskId: string,
  { outbox }: { outbox: Pick<Outbox, "listEvents"> },
): Promise<OperatorTaskHistory["events"]> => {
  const rows = await outbox.listEvents(`TASK#${taskId}`);
  return rows.map(({ event }, index) => {
    const before = Date.parse(rows[index - 1]?.event.occurredAt ?? event.occurredAt);
    return {
      occurredAt: event.occurredAt,
      status: event.status,
      secondsBefore: Math.round((Date.parse(event.occurredAt) - before) / 1000),
      error: event.error ? `${event.error.name}: ${event.error.message}` : null,
    };
  });
};

/** Returns the states of a task's last execution; none before the first, and after its history has expired. */
export const taskSteps = async (
  { executionArn }: Pick<Task, "executionArn">,
  { executionSteps }: { executionSteps: ExecutionSteps },
): Promise<OperatorTaskHistory["steps"]> => {
  const steps = executionArn === null ? null : await executionSteps.list(executionArn);
  return (steps ?? []).map((step) => ({ ...step, errors: [...step.errors] }));
};

export interface TaskHistoryDeps {
  allTasks: Pick<AllTasks, "get">;
  outbox: Pick<Outbox, "listEvents">;
  executionSteps: ExecutionSteps;
  deliveries: Pick<DeliveryStore, "listOfTask">;
}

/** Returns what happened to a task of any account. Throws NamedError NotFound. */
export const taskHistory = async (taskId: string, deps: TaskHistoryDeps): Promise<OperatorTaskHistory> => {
  const task = await deps.allTasks.get(taskId);
  if (task === null) throw new NamedError("NotFound", `The task ${taskId} does not exist or has expired.`);
  const [events, steps, deliveries] = await Promise.all([
    taskEvents(taskId, deps),
    taskSteps(task, deps),
    deps.deliveries.listOfTask(taskId),
  ]);
  return {
    ...viewOf(task),
    ...{ events, steps, executionUrl: executionUrl(task), logQuery: logQuery(task) },
    deliveries: deliveries.map(deliveryView),
  };
};
