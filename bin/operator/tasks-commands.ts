import { NamedError } from "../../core/errors.ts";
import { eventSource } from "../../core/events/status-event.ts";
import { executionUrl, logQuery, taskEvents, taskSteps } from "../../core/operator/operator-tasks.ts";
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

/** Where the history and the logs of a task are. */
const locationsOf = (task: Task) => {
  const region = task.executionArn?.split(":")[3];
  const logs =
    region === undefined
      ? null
      : `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#logsV2:logs-insights`;
  return { execution: executionUrl(task), logs, query: logQuery(task) };
};

export const tasksCommands: readonly Command[] = [
  {
    name: "tasks list",
    about: "list the unfinished tasks of an account, and what each of them is waiting for",
    options: { account: accountOption },
    run: async (values, deps) => {
      const { id } = await requireAccount(values, deps);
      const tasks = await unfinishedOf(id, deps);
      return outcome({ tasks }, table(tasks));
    },
  },
  {
    name: "tasks show",
    about: "show a task: its status changes, steps, execution and logs",
    options: { task: { value: "ID", about: "task ID", required: true } },
    run: async (values, deps) => {
      const taskId = required(values, "task");
      const task = await deps.allTasks.get(taskId);
      if (task === null)
        throw new NamedError("NotFound", `The task ${taskId} does not exist or has been deleted.`);
      const { accountId, videoId, kind, status, attempt, createdAt, expiresAt } = task;
      const details = { taskId, kind, accountId, videoId, status, attempt, createdAt, expiresAt };
      const [events, places] = [await taskEvents(taskId, deps), locationsOf(task)];
      const steps = (await taskSteps(task, deps)).map((step) => ({
        ...step,
        errors: step.errors.join(", "),
      }));
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
