import type { IncomingMessage } from "node:http";

/** Hop-by-hop headers. Source: RFC 9110, 7.6.1. `expect` is one of them because Node's server has already responded to it. */
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
 * Returns `rawHeaders` (name, value, name, value …) without hop-by-hop headers; order and repeated names are kept. `host` is
 * kept because URLs are signed for it.
 */
export function forwardedHeaders(rawHeaders: readonly string[], connectionHeader?: string): string[] {
  const listed = (connectionHeader ?? "").split(",").map((name) => name.trim().toLowerCase());
  const dropped = new Set([...connectionHeaders, ...listed]);
  const kept: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (!dropped.has(name.toLowerCase())) kept.push(name, rawHeaders[index + 1] as string);
  }
  return kept;
}

/** Returns `rawHeaders` (name, value, name, value …) with other values for the given names, in lower case. */
export function replaceHeaders(
  rawHeaders: readonly string[],
  values: Readonly<Record<string, string>>,
): string[] {
  const kept = rawHeaders.filter((_, index) => {
    const name = rawHeaders[index - (index % 2)] as string;
    return !Object.hasOwn(values, name.toLowerCase());
  });
  return [...kept, ...Object.entries(values).flat()];
}

/** Whether a request has a body. Source: RFC 9112, 6. */
export const hasBody = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers["transfer-encoding"] !== undefined ||
  (headers["content-length"] !== undefined && headers["content-length"] !== "0");

/**
 * Returns the request headers for the backend, with the framing that the body needs for any method. The connection is kept
 * alive even if it is used once: a backend that responds before the end of the body would otherwise close it with the rest
 * of the body unread, and the reset would discard the response.
 */
export function requestHeaders(
  request: Pick<IncomingMessage, "rawHeaders" | "headers" | "method">,
): string[] {
  const headers = [
    ...forwardedHeaders(request.rawHeaders, request.headers.connection),
    "connection",
    "keep-alive",
  ];
  if (request.headers["transfer-encoding"] !== undefined) return [...headers, "transfer-encoding", "chunked"];
  const mayHaveBody = request.method === "POST" || request.method === "PUT" || request.method === "PATCH";
  if (mayHaveBody && request.headers["content-length"] === undefined)
    return [...headers, "content-length", "0"];
  return headers;
}
