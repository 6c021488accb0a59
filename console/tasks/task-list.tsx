import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Operations, ResponseOf } from "../../clients/typescript/src/client.ts";
import { useClient, useOperation } from "../api.tsx";
import { formatDate } from "../format.ts";
import { texts } from "../texts/en.ts";
import { QueryProblem } from "../view/problem.tsx";
import { isMoving, TaskStatus } from "./task-status.tsx";

type TaskSummary = ResponseOf<"listTasks">["data"][number];
export type TaskFilter = Pick<Operations["listTasks"]["query"] & object, "kind" | "status">;

const pageSize = 20;
const movingPollMs = 3_000;
const restingPollMs = 30_000;

/** All tasks of the account that match a filter, newest first, page by page. */
const useTasks = (filter: TaskFilter) => {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: ["listTasks", filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.call("listTasks", { query: { ...filter, limit: pageSize, cursor: pageParam }, signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(({ status }) => isMoving(status)))
        ? movingPollMs
        : restingPollMs,
  });
};

/** The tasks of all videos. */
export const TaskList = ({ filter }: { filter: TaskFilter }) => {
  const query = useTasks(filter);
  const tasks = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <QueryProblem query={query} />
      {query.isSuccess && !query.hasNextPage && tasks.length === 0 && <p>{texts.home.empty}</p>}
      <ul className="cards">
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
      {query.hasNextPage && (
        <button type="button" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.home.more}
        </button>
      )}
    </>
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
        <Link href={path}>{video.data?.filename ?? texts.videos.untitled}</Link>
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
