import { logLine } from "../../adapters/json-log.ts";
import type { ApiEvent, ApiResult } from "./api-request.ts";
import type { StackMiddleware } from "./stack-state.ts";
import { stateOf } from "./stack-state.ts";

/** Of requests without a known key that were rejected, one in so many is logged: a flood must not fill the log. */
const rejectedSample = 20;
let rejected = 0;

const rejections: ReadonlySet<number | undefined> = new Set([401, 403, 404]);

const isSampledOut = (status: number | undefined, hasKey: boolean): boolean => {
  if (hasKey || !rejections.has(status)) return false;
  rejected += 1;
  return rejected % rejectedSample !== 1;
};

/** Writes one line per request with its IDs. */
const logResponse = (event: ApiEvent, response: ApiResult | null | undefined): void => {
  const { route, startedAt, requestId, caller, operatorKeyId, errorCode } = stateOf(event);
  const hasKey = caller.account !== null || operatorKeyId !== undefined;
  if (isSampledOut(response?.statusCode, hasKey)) return;
  const { videoId, id } = event.pathParameters ?? {};
  logLine("info", "request", {
    requestId,
    accountId: caller.account?.id,
    operatorKeyId,
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
