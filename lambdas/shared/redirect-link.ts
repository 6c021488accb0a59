import type { KeyObject } from "node:crypto";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { verifyLink } from "../../adapters/links/verify-link.ts";
import type { ObjectRedirects } from "../../adapters/s3/object-redirects.ts";
import { accessDenied } from "../../core/storage/access-denied.ts";

export interface RedirectDeps {
  publicUrl: string;
  publicKeys: () => Promise<ReadonlyMap<string, KeyObject>>;
  redirects: ObjectRedirects;
  now: () => Date;
}

/** Verifies a link and redirects to the object, with a URL that is valid for minutes: the link itself is what lasts. */
export const redirectMedia = async (
  event: Pick<APIGatewayProxyEventV2, "rawPath" | "rawQueryString" | "requestContext">,
  { publicUrl, publicKeys, redirects, now }: RedirectDeps,
): Promise<APIGatewayProxyStructuredResultV2> => {
  const keys = await publicKeys();
  const url = `${publicUrl}${event.rawPath}?${event.rawQueryString}`;
  const link = verifyLink(url, (id) => keys.get(id) ?? null, now());
  const headers = { "access-control-allow-origin": "*", "cache-control": "no-store" };
  if (link === null) {
    const { status, contentType, body } = accessDenied(event.requestContext.requestId);
    return { statusCode: status, headers: { ...headers, "content-type": contentType }, body };
  }
  const method = event.requestContext.http.method === "HEAD" ? "HEAD" : "GET";
  return { statusCode: 302, headers: { ...headers, location: await redirects.sign(method, link) } };
};
