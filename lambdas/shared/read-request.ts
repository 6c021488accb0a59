import type { z } from "zod";
import { acceptsGzip, checkContentEncoding } from "../../core/api/content-encoding.ts";
import { parseJsonBody } from "../../core/api/json-body.ts";
import type { RouteDeclaration } from "../../core/api/route.ts";
import { validated } from "../../core/api/validation.ts";
import type { ApiEvent } from "./api-request.ts";

const jsonBody = (event: ApiEvent): unknown => {
  checkContentEncoding(event.headers["content-encoding"]);
  const bytes = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  return parseJsonBody(bytes, event.headers["content-type"]);
};

/**
 * Parses path, query, headers and body with the route's schemas. Throws NamedError ValidationFailed, PayloadTooLarge,
 * UnsupportedMediaType.
 */
export const readRequest = <
  P extends z.ZodObject,
  Q extends z.ZodObject,
  H extends z.ZodObject,
  B extends z.ZodType,
>(
  {
    bodyKind,
    request,
  }: Pick<RouteDeclaration, "bodyKind"> & { request: { path: P; query: Q; headers: H; body: B } },
  event: ApiEvent,
  publicUrl: string | undefined,
) => ({
  path: validated(request.path, event.pathParameters ?? {}),
  query: validated(request.query, Object.fromEntries(new URLSearchParams(event.rawQueryString)), "query"),
  headers: validated(request.headers, event.headers),
  body: validated(request.body, bodyKind === "json" ? jsonBody(event) : undefined),
  publicUrl: publicUrl?.replace(/\/$/, "") ?? `https://${event.requestContext.domainName}`,
  acceptsGzip: acceptsGzip(event.headers["accept-encoding"]),
});
