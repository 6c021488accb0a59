import { errorFields, logLine } from "../../adapters/json-log.ts";
import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { approveTranscript } from "../../core/tasks/approve-transcript.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { approval, records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"approve-transcript">,
  deps: Parameters<typeof approveTranscript>[1],
): Promise<ResponseOf<"approve-transcript">> => {
  const { videoId, id: taskId } = request.path;
  await approveTranscript({ accountId: accountIdOf(request), videoId, taskId }, deps);
  return { status: 204 };
};

export const handler = apiHandler(
  routeOf("approve-transcript"),
  (env) => ({
    ...records(env),
    ...approval(),
    onSendFailure: (error: unknown) =>
      logLine("error", "approval could not be sent to its execution", errorFields(error)),
  }),
  run,
);
