import type { CreateClipTaskBody } from "../../core/api/schemas/clips.ts";
import { type CreateClipTaskDeps, createClipTask, priceClipTask } from "../../core/tasks/create-clip-task.ts";
import type { Ttl } from "../../core/videos/video.ts";
import { type ApiRequest, type ApiResponse, accountIdOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { admission } from "../shared/dependencies.ts";

interface Shape {
  path: { videoId: string };
  query: { ttl?: Ttl; dryRun?: "true" | "false" };
  body: CreateClipTaskBody;
}

export const run = async (request: ApiRequest<Shape>, deps: CreateClipTaskDeps): Promise<ApiResponse> => {
  const { path, query, body, resourceId: taskId } = request;
  const input = { accountId: accountIdOf(request), videoId: path.videoId, ttl: query.ttl, body };
  if (query.dryRun === "true") return { status: 200, body: await priceClipTask(input, deps) };
  return { status: 201, body: await createClipTask({ ...input, taskId }, deps) };
};

export const handler = apiHandler("create-clip-task", admission, run);
