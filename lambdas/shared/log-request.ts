import { logLine } from "../../adapters/json-log.ts";
import type { ApiEvent, ApiResult } from "./api-request.ts";
import type { StackMiddleware } from "./stack-state.ts";
import { stateOf } from "./stack-state.ts";

/** Writes one line per request with its IDs. */
const logResponse = (event: ApiEvent, response: ApiResult | null | undefined): void => {
  const { route, startedAt, requestId, caller, errorCode } = stateOf(event);
  const { videoId, id } = event.pathParameters ?? {};
  logLine("info", "request", {
    requestId,
    accountId: caller.account?.id,
    videoId,
    taskId: id,
    route: `${route.method} ${route.path}`,
    status: response?.statusCode,
    code: errorCode,
    milliseconds: Date.now() - startedAt,
  });
};

export const logRequest: StackMiddleware = {
  after: ({ event, response }) => logResponse(event, response),
  onError: ({ event, response }) => logResponse(event, response),
};
