import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { errorResponse } from "../../core/api/error-response.ts";

export const retryAfterSeconds = 2;

/** 503 in the API's error shape: the service is being started again. */
export function refuseUnavailable(response: ServerResponse): void {
  const requestId = randomUUID();
  const body = JSON.stringify({
    statusCode: 503,
    error: "Service Unavailable",
    message: `The service is starting: try again in ${retryAfterSeconds} seconds.`,
    code: "ServiceUnavailable",
    requestId,
  });
  response.writeHead(503, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "retry-after": String(retryAfterSeconds),
    "access-control-allow-origin": "*",
    // The body of the refused request may still be on its way.
    connection: "close",
  });
  response.end(body);
}

/** What an HTTP API passes on at most, in bytes; it refuses more in a shape of its own. Source: its quotas. */
const maxApiBodyBytes = 10 * 1024 ** 2;

/** Whether a request for the API announces a body that its gateway would not take. */
export const isTooLargeForApi = (headers: Readonly<Record<string, unknown>>): boolean =>
  Number(headers["content-length"] ?? 0) > maxApiBodyBytes;

type Answer = Pick<IncomingMessage, "statusCode" | "headers">;

/** The functions name every answer that is theirs; a refusal or a fault without a name is the gateway's. */
const isGateways = ({ headers }: Answer): boolean => headers["x-request-id"] === undefined;

export const isGatewayRefusal = (answer: Answer): boolean => answer.statusCode === 413 && isGateways(answer);

/** A function gave no answer at all: it did not start, ended, or took too long. */
export const isGatewayFault = (answer: Answer): boolean =>
  (answer.statusCode ?? 0) >= 500 && isGateways(answer);

/** 500 in the API's error shape. The body is read to its end, so that the client gets to read the answer. */
export function refuseFault(request: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID();
  const { status, body } = errorResponse(null, requestId);
  answerJson(response, status, requestId, body);
  request.resume();
}

/** 413 in the API's error shape. The body is read to its end, so that the client gets to read why. */
export function refuseTooLarge(request: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID();
  answerJson(response, 413, requestId, {
    statusCode: 413,
    error: "Content Too Large",
    message: "A JSON body may have at most 5 MiB. Send files by multipart upload.",
    code: "PayloadTooLarge",
    requestId,
  });
  request.resume();
}

function answerJson(response: ServerResponse, status: number, requestId: string, value: object): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-request-id": requestId,
    "access-control-allow-origin": "*",
  });
  response.end(body);
}

/** What S3 answers for an unsigned request to a private bucket. */
export function refuseAccess(response: ServerResponse): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>${randomUUID()}</RequestId></Error>`;
  response.writeHead(403, {
    "content-type": "application/xml",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  });
  response.end(body);
}
