import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { createSsmSecret } from "../../adapters/aws/ssm-secret.ts";
import { verifyLink } from "../../adapters/links/verify-link.ts";
import { createObjectRedirects, type ObjectRedirects } from "../../adapters/s3/object-redirects.ts";
import { accessDenied } from "../../core/storage/access-denied.ts";
import { redirectEnvironment } from "../environment.ts";

interface RedirectDeps {
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

const coldStart = (): RedirectDeps => {
  const env = redirectEnvironment.parse(process.env);
  const readers = env.LINK_KEYS.map(({ id, parameter }) => ({ id, read: createSsmSecret(parameter) }));
  return {
    publicUrl: env.PUBLIC_URL,
    redirects: createObjectRedirects(env.BUCKET_NAME),
    now: () => new Date(),
    publicKeys: async () =>
      new Map(
        await Promise.all(
          readers.map(async ({ id, read }) => [id, createPublicKey(createPrivateKey(await read()))] as const),
        ),
      ),
  };
};

let deps: RedirectDeps | undefined;

/** Serves links in a deployment without CloudFront. */
export const handler = (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  deps ??= coldStart();
  return redirectMedia(event, deps);
};
