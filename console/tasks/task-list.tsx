import { Link } from "wouter";
import type { Operations, ResponseOf } from "../../clients/typescript/src/client.ts";
import { useOperation, usePages } from "../api.tsx";
import { formatDate } from "../format.ts";
import { texts } from "../texts/en.ts";
import { Paged } from "../view/paged.tsx";
import { isMoving, TaskStatus } from "./task-status.tsx";

type TaskSummary = ResponseOf<"listTasks">["data"][number];
export type TaskFilter = Pick<Operations["listTasks"]["query"] & object, "kind" | "status">;

const movingPollMs = 3_000;
const restingPollMs = 30_000;

/** The tasks of all videos that match a filter, newest first. */
export const TaskList = ({ filter }: { filter: TaskFilter }) => {
  const query = usePages("listTasks", filter, (pages) =>
    pages.some(({ data }) => data.some(({ status }) => isMoving(status))) ? movingPollMs : restingPollMs,
  );
  const isFiltered = filter.kind !== undefined || filter.status !== undefined;
  return (
    <Paged query={query} empty={isFiltered ? texts.home.empty : texts.video.noTasks}>
      {(tasks) => (
        <ul className="cards">
          {tasks.map((task) => (
            <TaskRow key={task.id} task={task} />
          ))}
        </ul>
      )}
    </Paged>
  );
};

const TaskRow = ({ task }: { task: TaskSummary }) => {
  const { videoId, kind } = task;
  const video = useOperation("getVideo", { path: { videoId } });
  const templates = useOperation("listTemplates", {});
  const template = templates.data?.find(({ id }) => id === task.templateId)?.name;
  const path = kind === "captioning" ? `/videos/${videoId}/tasks/${task.id}` : `/videos/${videoId}`;
  return (
    <li className="card">
      <h3>
        <Link href={path}>
          {video.isPending ? `${texts.common.loading}…` : (video.data?.filename ?? texts.videos.untitled)}
        </Link>
      </h3>
      <p className="hint">
        {template === undefined ? texts.home.kinds[kind] : `${texts.home.kinds[kind]} · ${template}`}
      </p>
      <TaskStatus task={task} />
      <p className="hint">
        {formatDate(task.createdAt)}
        {task.cost !== null && ` · ${texts.task.cost(task.cost)}`}
      </p>
    </li>
  );
};
