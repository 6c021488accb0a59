import { type RateLimitStatus, rateLimitHeaders } from "../../core/accounts/request-limit.ts";
import { corsHeaders } from "../../core/api/cors.ts";
import type { ApiEvent, ApiResult } from "./api-request.ts";
import { type StackMiddleware, stateOf } from "./stack-state.ts";

/** Headers that every answer has, errors too. HEAD is answered like GET, without the body. */
export const withCommonHeaders = (event: ApiEvent, response: ApiResult, standing?: RateLimitStatus): ApiResult => {
  const headers = {
    ...corsHeaders,
    "x-request-id": event.requestContext.requestId,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(standing === undefined ? {} : rateLimitHeaders(standing)),
    ...response.headers,
  };
  if (event.requestContext.http.method !== "HEAD") return { ...response, headers };
  const { body: _, isBase64Encoded: __, ...rest } = response;
  return { ...rest, headers };
};

const finish: StackMiddleware["after"] = (request) => {
  const { standing } = stateOf(request.event);
  if (request.response) request.response = withCommonHeaders(request.event, request.response, standing);
};

export const finishResponse: StackMiddleware = { after: finish, onError: finish };
