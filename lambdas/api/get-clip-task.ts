import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { getClipTaskStatus } from "../../core/tasks/clip-task-status.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { links, records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"get-clip-task">,
  deps: Parameters<typeof getClipTaskStatus>[1],
): Promise<ResponseOf<"get-clip-task">> => {
  const { videoId, id: taskId } = request.path;
  return {
    status: 200,
    body: await getClipTaskStatus({ accountId: accountIdOf(request), videoId, taskId }, deps),
  };
};

export const handler = apiHandler(
  routeOf("get-clip-task"),
  (env) => ({ ...records(env), ...links(env) }),
  run,
);
