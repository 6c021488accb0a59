import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { type CreateClipTaskDeps, createClipTask, priceClipTask } from "../../core/tasks/create-clip-task.ts";
import { templates } from "../../core/templates/catalog.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { admission } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"create-clip-task">,
  deps: CreateClipTaskDeps,
): Promise<ResponseOf<"create-clip-task">> => {
  const { path, query, body, resourceId: taskId } = request;
  const input = { accountId: accountIdOf(request), videoId: path.videoId, ttl: query.ttl, body };
  if (query.dryRun === true) return { status: 200, body: await priceClipTask(input, deps) };
  return { status: 201, body: await createClipTask({ ...input, taskId }, deps) };
};

export const handler = apiHandler(
  routeOf("create-clip-task"),
  (env) => ({ ...admission(env), templates }),
  run,
);
