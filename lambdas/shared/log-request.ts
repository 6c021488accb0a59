import { logLine } from "../../adapters/json-log.ts";
import type { ApiEvent, ApiResult } from "./api-request.ts";
import type { StackMiddleware } from "./stack-state.ts";
import { stateOf } from "./stack-state.ts";

/** Of requests without a known account that were rejected, one in so many is logged: a flood must not fill the log. */
const rejectedSample = 20;
let rejected = 0;

const isSampledOut = (status: number | undefined, hasAccount: boolean): boolean => {
  if (hasAccount || (status !== 401 && status !== 404)) return false;
  rejected += 1;
  return rejected % rejectedSample !== 1;
};

/** Writes one line per request with its IDs. */
const logResponse = (event: ApiEvent, response: ApiResult | null | undefined): void => {
  const { route, startedAt, requestId, caller, errorCode } = stateOf(event);
  if (isSampledOut(response?.statusCode, caller.account !== null)) return;
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
