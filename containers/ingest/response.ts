import type { IncomingMessage, ServerResponse } from "node:http";
import { corsHeaders } from "../../core/api/cors.ts";

export interface IngestResponse {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** JSON; absent in a response without content. */
  body?: unknown;
}

/** How much of a rejected body is read and discarded, so that the client reads the response. */
const maxDrainedBytes = 1024 ** 3;
const drainTimeoutMilliseconds = 60_000;

/**
 * Reads and discards the rest of a body, within limits. Most clients read no response before they have sent the whole
 * body, and report only a broken connection when it is closed before.
 */
const drain = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let drained = 0;
    const finish = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(finish, drainTimeoutMilliseconds);
    request.on("data", (chunk: Buffer) => {
      drained += chunk.length;
      if (drained > maxDrainedBytes) finish();
    });
    request.once("end", finish);
    request.once("close", finish);
    request.resume();
  });

/**
 * Sends a response, possibly before the request's body has been read.
 *
 * @param isBodyExpected False when the client waits for `100 Continue` and did not receive it: no body follows then.
 */
export const sendResponse = async (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  content: IngestResponse,
  isBodyExpected: boolean,
): Promise<void> => {
  if (response.destroyed || response.headersSent) return;
  const isUnread = !request.complete;
  const text = content.body === undefined ? "" : JSON.stringify(content.body);
  response.writeHead(content.status, {
    ...corsHeaders,
    "x-request-id": requestId,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(content.body === undefined ? {} : { "content-type": "application/json; charset=utf-8" }),
    ...(content.status === 204 ? {} : { "content-length": String(Buffer.byteLength(text)) }),
    ...(isUnread ? { connection: "close" } : {}),
    ...content.headers,
  });
  if (isUnread && isBodyExpected) {
    // The whole response is sent before the rest of the request is read.
    response.write(text);
    await drain(request);
    response.end();
  } else {
    response.end(text);
  }
};
