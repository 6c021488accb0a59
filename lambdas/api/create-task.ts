import type { CreateTaskBody } from "../../core/api/schemas/tasks.ts";
import {
  type CreateTaskDeps,
  createCaptioningTask,
  priceCaptioningTask,
} from "../../core/tasks/create-captioning-task.ts";
import { templates } from "../../core/templates/catalogue.ts";
import type { Ttl } from "../../core/videos/video.ts";
import { type ApiRequest, type ApiResponse, accountIdOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { hasBrollLibrary } from "../shared/broll-libraries.ts";
import { admission, media, translationOf } from "../shared/dependencies.ts";

interface Shape {
  path: { videoId: string };
  query: { ttl?: Ttl; dryRun?: "true" | "false" };
  body: CreateTaskBody;
}

export const run = async (request: ApiRequest<Shape>, deps: CreateTaskDeps): Promise<ApiResponse> => {
  const { path, query, body, resourceId: taskId } = request;
  const input = { accountId: accountIdOf(request), videoId: path.videoId, ttl: query.ttl, body };
  if (query.dryRun === "true") return { status: 200, body: await priceCaptioningTask(input, deps) };
  return { status: 201, body: await createCaptioningTask({ ...input, taskId }, deps) };
};

export const handler = apiHandler(
  "create-task",
  (env) => {
    const deps = { ...admission(env), ...media(env), ...translationOf(env), templates };
    return { ...deps, hasBrollLibrary: () => hasBrollLibrary(env, deps.bucket) };
  },
  run,
);
