import { type RateLimitStatus, rateLimitHeaders } from "../../core/accounts/request-limit.ts";
import { corsHeaders } from "../../core/api/cors.ts";
import type { ApiEvent, ApiResult } from "./api-request.ts";
import { type StackMiddleware, stateOf } from "./stack-state.ts";

/** Adds the headers of every response, errors included, and removes the body of a response to HEAD. */
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
  if (event.requestContext.http.method !== "HEAD") return { ...response, headers };
  const { body: _, isBase64Encoded: __, ...rest } = response;
  return { ...rest, headers };
};

const finish: StackMiddleware["after"] = (request) => {
  const { rateLimit } = stateOf(request.event);
  if (request.response) request.response = withCommonHeaders(request.event, request.response, rateLimit);
};

export const finishResponse: StackMiddleware = { after: finish, onError: finish };
