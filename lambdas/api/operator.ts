import type { Context } from "aws-lambda";
import { matchedRead } from "../../core/api/match-route.ts";
import type { ApiEvent, ApiResult } from "../shared/api-request.ts";
import { withCommonHeaders } from "../shared/finish-response.ts";
import { operatorHandlers } from "../shared/operator-handlers.ts";
import { respond } from "./default-route.ts";

/**
 * Serves all routes of the operator. The gateway sends every request below `/operator/` here, so that a further route is no further
 * resource, of which a stack has at most 500.
 */
export const handler = async (event: ApiEvent, context: Context): Promise<ApiResult> => {
  const isRead = ["GET", "HEAD"].includes(event.requestContext.http.method);
  const match = isRead ? matchedRead(event.rawPath) : null;
  const run = match === null ? undefined : operatorHandlers[match.route.handler];
  if (match === null || run === undefined) return withCommonHeaders(event, respond(event));
  return run({ ...event, pathParameters: match.parameters }, context);
};
