import { getClipTaskStatus } from "../../core/tasks/clip-task-status.ts";
import { type ApiRequest, type ApiResponse, accountIdOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { media, records } from "../shared/dependencies.ts";

interface Shape {
  path: { videoId: string; id: string };
}

export const run = async (
  request: ApiRequest<Shape>,
  deps: Parameters<typeof getClipTaskStatus>[1],
): Promise<ApiResponse> => {
  const { videoId, id: taskId } = request.path;
  return {
    status: 200,
    body: await getClipTaskStatus({ accountId: accountIdOf(request), videoId, taskId }, deps),
  };
};

export const handler = apiHandler("get-clip-task", (env) => ({ ...records(env), ...media(env) }), run);
