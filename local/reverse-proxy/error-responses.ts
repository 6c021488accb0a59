import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { errorResponse } from "../../core/api/error-response.ts";
import { accessDenied } from "../../core/storage/access-denied.ts";

export const retryAfterSeconds = 2;

/** Sends 503 in the API's error shape while the service restarts. */
export function sendUnavailable(response: ServerResponse): void {
  const requestId = randomUUID();
  const body = JSON.stringify({
    statusCode: 503,
    error: "Service Unavailable",
    message: `The service is starting. Retry in ${retryAfterSeconds} seconds.`,
    code: "ServiceUnavailable",
    requestId,
  });
  response.writeHead(503, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "retry-after": String(retryAfterSeconds),
    "access-control-allow-origin": "*",
    // The rest of the request body may still arrive.
    connection: "close",
  });
  response.end(body);
}

/** Maximum body of an HTTP API in bytes; larger ones are rejected in the gateway's own shape. Source: quotas of API Gateway. */
const maxApiBodyBytes = 10 * 1024 ** 2;

/** Whether the declared body of a request is too large for the API's gateway. */
export const isTooLargeForApi = (headers: Readonly<Record<string, unknown>>): boolean =>
  Number(headers["content-length"] ?? 0) > maxApiBodyBytes;

type Response = Pick<IncomingMessage, "statusCode" | "headers">;

/** Functions set `x-request-id` on every response; the gateway's own error responses lack it. */
const isFromGateway = ({ headers }: Response): boolean => headers["x-request-id"] === undefined;

export const isGatewayTooLarge = (response: Response): boolean =>
  response.statusCode === 413 && isFromGateway(response);

/** Whether a function sent no response: it did not start, exited, or timed out. */
export const isGatewayError = (response: Response): boolean =>
  (response.statusCode ?? 0) >= 500 && isFromGateway(response);

/** Sends 500 in the API's error shape. The request body is read to its end, so that the client can read the response. */
export function sendInternalError(request: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID();
  const { status, body } = errorResponse(null, requestId);
  sendJson(response, status, requestId, body);
  request.resume();
}

/** Sends 413 in the API's error shape. The request body is read to its end, so that the client can read the response. */
export function sendTooLarge(request: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID();
  sendJson(response, 413, requestId, {
    statusCode: 413,
    error: "Content Too Large",
    message: "A JSON body must not exceed 4.5 MiB. Upload files in parts (POST /videos/upload).",
    code: "PayloadTooLarge",
    requestId,
  });
  request.resume();
}

function sendJson(response: ServerResponse, status: number, requestId: string, value: object): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-request-id": requestId,
    "access-control-allow-origin": "*",
  });
  response.end(body);
}

/** Sends the response of CloudFront and S3 to a request that they do not allow. */
export function sendAccessDenied(response: ServerResponse): void {
  const { status, contentType, body } = accessDenied(randomUUID());
  response.writeHead(status, {
    "content-type": contentType,
    "content-length": Buffer.byteLength(body),
    connection: "close",
  });
  response.end(body);
}
