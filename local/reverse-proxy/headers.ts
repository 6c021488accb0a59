import type { IncomingMessage } from "node:http";

/**
 * Headers of one connection, not of the message. Source: RFC 9110, 7.6.1. `expect` is among them because this server has
 * already answered it.
 */
const connectionHeaders = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
]);

/**
 * `rawHeaders` (name, value, name, value …) without what belongs to the connection, in order and with repeated names
 * kept. `host` stays: addresses are signed for it.
 */
export function passedOnHeaders(rawHeaders: readonly string[], connectionHeader?: string): string[] {
  const named = (connectionHeader ?? "").split(",").map((name) => name.trim().toLowerCase());
  const dropped = new Set([...connectionHeaders, ...named]);
  const kept: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (!dropped.has(name.toLowerCase())) kept.push(name, rawHeaders[index + 1] as string);
  }
  return kept;
}

/** Whether a request has a body. Source: RFC 9112, 6. */
export const hasBody = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers["transfer-encoding"] !== undefined ||
  (headers["content-length"] !== undefined && headers["content-length"] !== "0");

/**
 * The headers for the backend, with the framing that its body needs whatever the method is. The connection is to be kept
 * open even if it is used only once: a backend that answers before the end of the body would close a connection that is
 * not, with the rest of the body unread, and that destroys the answer on its way.
 */
export function requestHeaders(
  request: Pick<IncomingMessage, "rawHeaders" | "headers" | "method">,
): string[] {
  const headers = [
    ...passedOnHeaders(request.rawHeaders, request.headers.connection),
    "connection",
    "keep-alive",
  ];
  if (request.headers["transfer-encoding"] !== undefined) return [...headers, "transfer-encoding", "chunked"];
  const mayHaveBody = request.method === "POST" || request.method === "PUT" || request.method === "PATCH";
  if (mayHaveBody && request.headers["content-length"] === undefined)
    return [...headers, "content-length", "0"];
  return headers;
}
