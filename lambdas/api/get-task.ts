import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { getTaskStatus } from "../../core/tasks/task-status.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { links, media, records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"get-task">,
  deps: Parameters<typeof getTaskStatus>[1],
): Promise<ResponseOf<"get-task">> => {
  const { videoId, id: taskId } = request.path;
  return {
    status: 200,
    body: await getTaskStatus({ accountId: accountIdOf(request), videoId, taskId }, deps),
  };
};

export const handler = apiHandler(
  routeOf("get-task"),
  (env) => ({ ...records(env), ...media(env), ...links(env) }),
  run,
);
