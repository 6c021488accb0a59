import type { IncomingMessage, ServerResponse } from "node:http";
import { corsHeaders } from "../../core/api/cors.ts";
import { errorResponse } from "../../core/api/error-response.ts";

export interface IngestResponse {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** JSON; absent for an answer without content. */
  body?: unknown;
}

export const toErrorResponse = (error: unknown, requestId: string): IngestResponse =>
  errorResponse(error, requestId);

/** How much of an unwanted body is read and thrown away, so that the client gets to read why. */
const lingerBytes = 1024 ** 3;
const lingerMilliseconds = 60_000;

/**
 * Most clients read nothing until they have sent everything, and see only a broken connection when it is closed before.
 * So the body is taken to its end, within limits.
 */
const drain = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let drained = 0;
    const finish = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(finish, lingerMilliseconds);
    request.on("data", (piece: Buffer) => {
      drained += piece.length;
      if (drained > lingerBytes) finish();
    });
    request.once("end", finish);
    request.once("close", finish);
    request.resume();
  });

/**
 * Sends an answer, also one that comes before the request's body has been read.
 *
 * @param isBodyAwaited false when the client was asked to send its body only after a go-ahead that it never got
 */
export const sendResponse = async (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  answer: IngestResponse,
  isBodyAwaited: boolean,
): Promise<void> => {
  if (response.destroyed || response.headersSent) return;
  const isUnread = !request.complete;
  const text = answer.body === undefined ? "" : JSON.stringify(answer.body);
  response.writeHead(answer.status, {
    ...corsHeaders,
    "x-request-id": requestId,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(answer.body === undefined ? {} : { "content-type": "application/json; charset=utf-8" }),
    ...(answer.status === 204 ? {} : { "content-length": String(Buffer.byteLength(text)) }),
    ...(isUnread ? { connection: "close" } : {}),
    ...answer.headers,
  });
  if (isUnread && isBodyAwaited) {
    // The whole answer is on its way before the rest of the request is read.
    response.write(text);
    await drain(request);
    response.end();
  } else {
    response.end(text);
  }
};
