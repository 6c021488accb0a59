import { type RateLimitStatus, rateLimitHeaders } from "../../core/accounts/request-limit.ts";
import { corsHeaders } from "../../core/api/cors.ts";
import type { ApiEvent, ApiResult } from "./api-request.ts";
import { type StackMiddleware, stateOf } from "./stack-state.ts";

/**
 * Adds the headers of every response, errors included. A response to HEAD keeps its body: the gateway sends the length of it, and not
 * the body itself.
 */
export const withCommonHeaders = (
  event: ApiEvent,
  response: ApiResult,
  rateLimit?: RateLimitStatus,
): ApiResult => {
  const headers = {
    ...corsHeaders,
    "x-request-id": event.requestContext.requestId,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(rateLimit === undefined ? {} : rateLimitHeaders(rateLimit)),
    ...response.headers,
  };
  return { ...response, headers };
};

const finish: StackMiddleware["after"] = (request) => {
  const { rateLimit } = stateOf(request.event);
  if (request.response) request.response = withCommonHeaders(request.event, request.response, rateLimit);
};

export const finishResponse: StackMiddleware = { after: finish, onError: finish };
