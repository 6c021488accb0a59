import { errorFields, logLine } from "../../adapters/json-log.ts";
import { errorResponse, isServerError } from "../../core/api/error-response.ts";
import type { ApiResult } from "./api-request.ts";
import type { StackMiddleware } from "./stack-state.ts";
import { stateOf } from "./stack-state.ts";

export const errorResult = (error: unknown, requestId: string): ApiResult => {
  const { status, headers, body } = errorResponse(error, requestId);
  return {
    statusCode: status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(body),
  };
};

/** Turns errors into responses of one shape. Server errors are logged in full; the response does not reveal them. */
export const errorsToResponses: StackMiddleware = {
  onError: (request) => {
    const state = stateOf(request.event);
    const { requestId } = state;
    if (isServerError(request.error)) {
      logLine("error", "server error", { requestId, ...errorFields(request.error) });
    }
    state.errorCode = request.error?.name ?? "unknown";
    request.response = errorResult(request.error, requestId);
  },
};
