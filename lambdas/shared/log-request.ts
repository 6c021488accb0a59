import { logLine } from "../../adapters/json-log.ts";
import type { ApiEvent, ApiResult } from "./api-request.ts";
import type { StackMiddleware } from "./stack-state.ts";
import { stateOf } from "./stack-state.ts";

/** One line per request, with the ids to find it by. */
const logAnswer = (event: ApiEvent, response: ApiResult | null | undefined): void => {
  const { route, startedAt, requestId, apiRequest, errorCode } = stateOf(event);
  const { videoId, id } = event.pathParameters ?? {};
  logLine("info", "request", {
    requestId,
    accountId: apiRequest.account?.id,
    videoId,
    taskId: id,
    route: `${route.method} ${route.path}`,
    status: response?.statusCode,
    code: errorCode,
    milliseconds: Date.now() - startedAt,
  });
};

export const logRequest: StackMiddleware = {
  after: ({ event, response }) => logAnswer(event, response),
  onError: ({ event, response }) => logAnswer(event, response),
};
