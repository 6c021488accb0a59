import { errorFields, logLine } from "../../adapters/json-log.ts";
import { approveTranscript } from "../../core/tasks/approve-transcript.ts";
import { type ApiRequest, type ApiResponse, accountIdOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { records, taskMachines } from "../shared/dependencies.ts";

interface Shape {
  path: { videoId: string; id: string };
}

export const run = async (
  request: ApiRequest<Shape>,
  deps: Parameters<typeof approveTranscript>[1],
): Promise<ApiResponse> => {
  const { videoId, id: taskId } = request.path;
  await approveTranscript({ accountId: accountIdOf(request), videoId, taskId }, deps);
  return { status: 204 };
};

export const handler = apiHandler(
  "approve-transcript",
  (env) => ({
    ...records(env),
    ...taskMachines(env),
    onUnsent: (error: unknown) => logLine("error", "approval not passed on yet", errorFields(error)),
  }),
  run,
);
