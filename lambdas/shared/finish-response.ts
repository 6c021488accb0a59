import { corsHeaders } from "../../core/api/cors.ts";
import type { ApiEvent, ApiResult } from "./api-request.ts";
import type { StackMiddleware } from "./stack-state.ts";

/** Headers that every answer has, errors too. HEAD is answered like GET, without the body. */
export const finished = (event: ApiEvent, response: ApiResult): ApiResult => {
  const headers = {
    ...corsHeaders,
    "x-request-id": event.requestContext.requestId,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...response.headers,
  };
  if (event.requestContext.http.method !== "HEAD") return { ...response, headers };
  const { body: _, isBase64Encoded: __, ...rest } = response;
  return { ...rest, headers };
};

const finish: StackMiddleware["after"] = (request) => {
  if (request.response) request.response = finished(request.event, request.response);
};

export const finishResponse: StackMiddleware = { after: finish, onError: finish };
