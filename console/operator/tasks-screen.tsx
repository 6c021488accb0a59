import { Link, useSearchParams } from "wouter";
import type { ResponseOf } from "../../clients/typescript/src/client.ts";
import { usePages } from "../api.tsx";
import { formatAge, formatDate } from "../format.ts";
import { TaskStatus } from "../tasks/task-status.tsx";
import { texts } from "../texts/en.ts";
import { Choice } from "../view/fields.tsx";
import { Paged } from "../view/paged.tsx";
import { Table } from "../view/table.tsx";

type OperatorTask = ResponseOf<"listOperatorTasks">["data"][number];
type State = keyof typeof texts.operator.states;

const pollMs = 10_000;
const isState = (text: string | null): text is State => text !== null && text in texts.operator.states;

/** The tasks of all accounts by state: unfinished ones with the oldest first, failed ones with the newest. */
export const TasksScreen = () => {
  const [search, setSearch] = useSearchParams();
  const given = search.get("state");
  const state = isState(given) ? given : "running";
  const query = usePages("listOperatorTasks", { state }, pollMs);
  return (
    <>
      <h1>{texts.operator.tasks}</h1>
      <Choice
        label={texts.operator.state}
        value={state}
        options={texts.operator.states}
        onChange={(chosen) => setSearch({ state: chosen ?? "running" }, { replace: true })}
      />
      <Paged query={query} empty={texts.operator.noTasks}>
        {(tasks) => (
          <Table label={texts.operator.tasks} columns={Object.values(texts.operator.taskColumns)}>
            {tasks.map((task) => (
              <TaskRow key={task.id} task={task} />
            ))}
          </Table>
        )}
      </Paged>
    </>
  );
};

const TaskRow = ({ task }: { task: OperatorTask }) => (
  <tr>
    <td>
      <Link href={`/operator/tasks/${task.id}`}>
        {texts.home.kinds[task.kind]}
        <br />
        <code>{task.id}</code>
      </Link>
    </td>
    <td>
      <Link href={`/operator/accounts/${task.accountId}`}>
        <code>{task.accountId}</code>
      </Link>
    </td>
    <td className="wide">
      <TaskStatus task={task} />
    </td>
    <td title={formatDate(task.createdAt)}>{texts.operator.age(formatAge(task.createdAt))}</td>
    <td title={formatDate(task.updatedAt)}>{texts.operator.age(formatAge(task.updatedAt))}</td>
  </tr>
);
