import { createPrivateKey, createPublicKey } from "node:crypto";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { createSsmSecret } from "../../adapters/aws/ssm-secret.ts";
import { createObjectRedirects } from "../../adapters/s3/object-redirects.ts";
import { redirectEnvironment } from "../environment.ts";
import { type RedirectDeps, redirectMedia } from "../shared/redirect-link.ts";

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
