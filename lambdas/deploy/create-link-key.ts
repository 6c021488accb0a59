import { createLinkKeys } from "../../adapters/aws/ssm-link-keys.ts";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import { linkKeyRequestSchema, respondToDeployment } from "../shared/deployment-response.ts";

const keys = createLinkKeys();

/**
 * Custom resource of the stack: creates a key pair whose private half never leaves Parameter Store, and returns the public half
 * for CloudFront. An update returns the key that exists: a new key is a new resource, so that two can be valid at once.
 */
export const handler = async (event: unknown): Promise<void> => {
  const request = linkKeyRequestSchema.parse(event);
  const { Parameter } = request.ResourceProperties;
  try {
    if (request.RequestType === "Delete") await keys.remove(Parameter);
    const data = request.RequestType === "Delete" ? {} : { PublicKey: await keys.ensure(Parameter) };
    await respondToDeployment(request, { status: "SUCCESS", physicalId: Parameter, data });
  } catch (error) {
    logLine("error", "create-link-key failed", errorFields(error));
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    await respondToDeployment(request, { status: "FAILED", physicalId: Parameter, data: {}, reason });
  }
};
