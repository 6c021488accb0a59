import { preflightHeaders } from "../../core/api/cors.ts";
import { allowedMethods, routeNotFound } from "../../core/api/match-route.ts";
import { NamedError } from "../../core/errors.ts";
import type { ApiEvent, ApiResult } from "../shared/api-request.ts";
import { errorResult } from "../shared/errors-to-responses.ts";
import { withCommonHeaders } from "../shared/finish-response.ts";

/** Responds to requests for which the gateway has no route: unknown paths, other methods, and browsers' preflights. */
export const respond = (event: ApiEvent): ApiResult => {
  const { method } = event.requestContext.http;
  const methods = allowedMethods(event.rawPath);
  const { requestId } = event.requestContext;
  if (method === "OPTIONS") {
    const allowed = methods.length > 0 ? methods : ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"];
    return { statusCode: 204, headers: { ...preflightHeaders(allowed), allow: allowed.join(", ") } };
  }
  if (isFileUpload(method, event.rawPath)) return errorResult(fileElsewhere(), requestId);
  if (methods.length === 0) return errorResult(routeNotFound(event.rawPath), requestId);
  const message = `${event.rawPath} accepts ${methods.join(", ")}.`;
  const notAllowed = errorResult(new NamedError("MethodNotAllowed", message), requestId);
  return { ...notAllowed, headers: { ...notAllowed.headers, allow: methods.join(", ") } };
};

/** A file that is sent past CloudFront, which alone leads to the upload service. */
const isFileUpload = (method: string, path: string): boolean =>
  method === "POST" && ["/videos", "/fonts"].includes(path);

const fileElsewhere = (): NamedError =>
  new NamedError(
    "PayloadTooLarge",
    "This host does not accept files. Send them to the service URL, or upload videos in parts (POST /videos/upload).",
  );

export const handler = async (event: ApiEvent): Promise<ApiResult> =>
  withCommonHeaders(event, respond(event));
