import { getTaskStatus } from "../../core/tasks/task-status.ts";
import { type ApiRequest, type ApiResponse, accountIdOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { media, records } from "../shared/dependencies.ts";

interface Shape {
  path: { videoId: string; id: string };
}

export const run = async (
  request: ApiRequest<Shape>,
  deps: Parameters<typeof getTaskStatus>[1],
): Promise<ApiResponse> => {
  const { videoId, id: taskId } = request.path;
  return {
    status: 200,
    body: await getTaskStatus({ accountId: accountIdOf(request), videoId, taskId }, deps),
  };
};

export const handler = apiHandler("get-task", (env) => ({ ...records(env), ...media(env) }), run);
