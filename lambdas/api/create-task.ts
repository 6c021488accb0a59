import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import {
  type CreateTaskDeps,
  createCaptioningTask,
  priceCaptioningTask,
} from "../../core/tasks/create-captioning-task.ts";
import { templates } from "../../core/templates/catalog.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { hasBrollLibrary } from "../shared/broll-libraries.ts";
import { admission, dubOf, media, translationOf } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"create-task">,
  deps: CreateTaskDeps,
): Promise<ResponseOf<"create-task">> => {
  const { path, query, body, resourceId: taskId } = request;
  const input = { accountId: accountIdOf(request), videoId: path.videoId, ttl: query.ttl, body };
  if (query.dryRun === true) return { status: 200, body: await priceCaptioningTask(input, deps) };
  return { status: 201, body: await createCaptioningTask({ ...input, taskId }, deps) };
};

export const handler = apiHandler(
  routeOf("create-task"),
  (env) => {
    const deps = { ...admission(env), ...media(env), ...translationOf(env), ...dubOf(env), templates };
    return { ...deps, hasBrollLibrary: () => hasBrollLibrary(env, deps.bucket) };
  },
  run,
);
