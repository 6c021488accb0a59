import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";

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
