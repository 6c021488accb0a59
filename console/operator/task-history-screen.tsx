import { Link } from "wouter";
import type { ResponseOf } from "../../clients/typescript/src/client.ts";
import { useOperation } from "../api.tsx";
import { formatDate, formatSeconds, formatTime } from "../format.ts";
import { isMoving, TaskStatus } from "../tasks/task-status.tsx";
import { texts } from "../texts/en.ts";
import { Facts } from "../view/facts.tsx";
import { QueryProblem } from "../view/problem.tsx";
import { Table } from "../view/table.tsx";
import { DeliveryTable } from "./delivery-table.tsx";

type History = ResponseOf<"getTaskHistory">;

const pollMs = 5_000;
const statusText = (status: string): string =>
  (texts.task.status as Record<string, string>)[status] ?? status;

/** What happened to one task: its changes, the steps of its execution, where its logs are, and its webhooks. */
export const TaskHistoryScreen = ({ id }: { id: string }) => {
  const query = useOperation(
    "getTaskHistory",
    { path: { id } },
    { poll: (task) => (isMoving(task?.status) ? pollMs : false) },
  );
  if (query.data === undefined) return <QueryProblem query={query} />;
  const task = query.data;
  return (
    <>
      <h1>
        {texts.operator.task.title} <code>{task.id}</code>
      </h1>
      <TaskStatus task={task} />
      <TaskFacts task={task} />
      <Changes task={task} />
      <Steps task={task} />
      <section>
        <h2>{texts.operator.task.webhooks}</h2>
        <DeliveryTable deliveries={task.deliveries} empty={texts.webhooks.empty} />
      </section>
    </>
  );
};

const TaskFacts = ({ task }: { task: History }) => {
  const names = texts.operator.task;
  return (
    <Facts
      facts={[
        [names.kind, texts.home.kinds[task.kind]],
        [
          names.account,
          <Link key="account" href={`/operator/accounts/${task.accountId}`}>
            <code>{task.accountId}</code>
          </Link>,
        ],
        [names.video, <code key="video">{task.videoId}</code>],
        [names.attempts, task.attempt],
        [names.cost, task.cost === null ? null : texts.task.cost(task.cost)],
        [names.expires, formatDate(task.expiresAt)],
        [
          names.execution,
          task.executionUrl === null ? null : (
            <a key="execution" href={task.executionUrl} className="url">
              {task.executionUrl.split(":").at(-1)}
            </a>
          ),
        ],
        [
          names.logs,
          <code key="logs" className="url">
            {task.logQuery}
          </code>,
        ],
      ]}
    />
  );
};

const Changes = ({ task }: { task: History }) => (
  <section>
    <h2>{texts.operator.task.changes}</h2>
    <Table label={texts.operator.task.changes} columns={Object.values(texts.operator.task.changeColumns)}>
      {task.events.map(({ occurredAt, status, secondsBefore, error }) => (
        <tr key={`${occurredAt} ${status}`}>
          <td className="moment">{formatTime(occurredAt)}</td>
          <th scope="row">{statusText(status)}</th>
          <td className="number">{formatSeconds(secondsBefore)}</td>
          <td className="problem wide">{error}</td>
        </tr>
      ))}
    </Table>
  </section>
);

const Steps = ({ task }: { task: History }) => (
  <section>
    <h2>{texts.operator.task.steps}</h2>
    {task.steps.length === 0 ? (
      <p>{texts.operator.task.noSteps}</p>
    ) : (
      <Table label={texts.operator.task.steps} columns={Object.values(texts.operator.task.stepColumns)}>
        {task.steps.map(({ name, enteredAt, seconds, errors }) => (
          <tr key={`${enteredAt} ${name}`}>
            <th scope="row">{name}</th>
            <td className="moment">{formatTime(enteredAt)}</td>
            <td className="number">
              {seconds === null ? texts.operator.task.inProgress : formatSeconds(seconds)}
            </td>
            <td className="problem">{errors.join(", ")}</td>
          </tr>
        ))}
      </Table>
    )}
  </section>
);
