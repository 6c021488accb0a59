import { createLinkKeys } from "../../adapters/aws/ssm-link-keys.ts";
import { linkKeyRequestSchema, settleDeployment } from "../shared/deployment-response.ts";

const keys = createLinkKeys();

/**
 * Custom resource of the stack: creates a key pair whose private half never leaves Parameter Store, and returns the public half
 * for CloudFront. An update returns the key that exists: a new key is a new resource, so that two can be valid at once.
 */
export const handler = async (event: unknown): Promise<void> => {
  const request = linkKeyRequestSchema.parse(event);
  const { Parameter } = request.ResourceProperties;
  await settleDeployment(request, Parameter, async () => {
    if (request.RequestType !== "Delete") return { PublicKey: await keys.ensure(Parameter) };
    await keys.remove(Parameter);
    return {};
  });
};
