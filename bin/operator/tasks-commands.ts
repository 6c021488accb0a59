import { NamedError } from "../../core/errors.ts";
import { eventSource } from "../../core/events/status-event.ts";
import type { Task } from "../../core/tasks/task.ts";
import {
  accountOption,
  type Command,
  fieldList,
  type OperatorDeps,
  outcome,
  requireAccount,
  required,
  table,
} from "./command.ts";

/** Maximum number of tasks of each kind of waiting to list. */
const maxListed = 1000;

const summaryOf = (task: Task, state: "working" | "waits for a slot" | "waits for its video") => ({
  taskId: task.id,
  kind: task.kind,
  videoId: task.videoId,
  status: task.status,
  state,
  attempt: task.attempt,
  createdAt: task.createdAt,
  updatedAt: task.updatedAt,
});

const unfinishedOf = async (accountId: string, { allTasks, slots }: OperatorDeps) => {
  const [holders, pending, waiting] = await Promise.all([
    slots.listHolders(accountId),
    allTasks.listPending(accountId, maxListed),
    allTasks.listWaiting(accountId, null, maxListed),
  ]);
  const working = await Promise.all(holders.map((id) => allTasks.get(id)));
  const held = new Set(holders);
  return [
    ...working.flatMap((task) => (task === null ? [] : [summaryOf(task, "working")])),
    ...pending.filter(({ id }) => !held.has(id)).map((task) => summaryOf(task, "waits for a slot")),
    ...waiting.map((task) => summaryOf(task, "waits for its video")),
  ];
};

/** Where the history and the logs of a task are. An execution's ARN names the region; null before the first execution. */
const locationsOf = ({ id, executionArn }: Task) => {
  const region = executionArn?.split(":")[3];
  const query = `fields @timestamp, level, message | filter taskId = "${id}" | sort @timestamp`;
  if (region === undefined) return { execution: null, logs: null, query };
  const console = `https://${region}.console.aws.amazon.com`;
  return {
    execution: `${console}/states/home?region=${region}#/v2/executions/details/${executionArn}`,
    logs: `${console}/cloudwatch/home?region=${region}#logsV2:logs-insights`,
    query,
  };
};

const eventsOf = async (task: Task, { outbox }: OperatorDeps) => {
  const rows = await outbox.listEvents(`TASK#${task.id}`);
  return rows.map(({ event }, index) => {
    const before = rows[index - 1]?.event.occurredAt;
    const seconds = before === undefined ? 0 : (Date.parse(event.occurredAt) - Date.parse(before)) / 1000;
    return {
      occurredAt: event.occurredAt,
      status: event.status,
      secondsBefore: Math.round(seconds),
      error: event.error ? `${event.error.name}: ${event.error.message}` : null,
    };
  });
};

/** The states of the last execution: what waits for a container, what a function does, and what failed. */
const stepsOf = async ({ executionArn }: Task, { executionSteps }: OperatorDeps) => {
  const steps = executionArn ? await executionSteps.list(executionArn) : null;
  return (steps ?? []).map(({ errors, ...step }) => ({ ...step, errors: errors.join(", ") }));
};

export const tasksCommands: readonly Command[] = [
  {
    name: "tasks list",
    about: "list an account's tasks that have not ended, and what each waits for",
    options: { account: accountOption },
    run: async (values, deps) => {
      const { id } = await requireAccount(values, deps);
      const tasks = await unfinishedOf(id, deps);
      return outcome({ tasks }, table(tasks));
    },
  },
  {
    name: "tasks show",
    about: "show a task: its status changes and its steps with their times, its execution and its logs",
    options: { task: { value: "ID", about: "task ID", required: true } },
    run: async (values, deps) => {
      const taskId = required(values, "task");
      const task = await deps.allTasks.get(taskId);
      if (task === null)
        throw new NamedError("NotFound", `There is no task ${taskId}, or it has been deleted.`);
      const { accountId, videoId, kind, status, attempt, createdAt, expiresAt } = task;
      const details = { taskId, kind, accountId, videoId, status, attempt, createdAt, expiresAt };
      const [events, places] = [await eventsOf(task, deps), locationsOf(task)];
      const steps = await stepsOf(task, deps);
      return outcome({ ...details, events, steps, ...places }, [
        ...fieldList(details),
        "",
        ...table(events),
        "",
        ...table(steps),
        "",
        ...fieldList(places),
        `Each status change is an event of the source ${eventSource} on the event bus, with the same time.`,
      ]);
    },
  },
];
