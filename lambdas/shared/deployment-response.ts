import * as z from "zod";
import { errorFields, logLine } from "../../adapters/json-log.ts";

/** A request of CloudFormation to a custom resource. Source: CloudFormation User Guide, "Custom resource request reference". */
export const deploymentRequestSchema = z.object({
  RequestType: z.enum(["Create", "Update", "Delete"]),
  ResponseURL: z.url(),
  StackId: z.string(),
  RequestId: z.string(),
  LogicalResourceId: z.string(),
});
type DeploymentRequest = z.infer<typeof deploymentRequestSchema>;

export const linkKeyRequestSchema = deploymentRequestSchema.extend({
  ResourceProperties: z.object({
    /** Name of the parameter that keeps the private key. */
    Parameter: z.string().min(1),
  }),
});

interface DeploymentOutcome {
  status: "SUCCESS" | "FAILED";
  physicalId: string;
  data: Readonly<Record<string, string>>;
  reason?: string;
}

/** Reports the outcome to CloudFormation, which waits for it. Throws if CloudFormation does not accept it. */
const respondToDeployment = async (
  request: DeploymentRequest,
  { status, physicalId, data, reason }: DeploymentOutcome,
): Promise<void> => {
  const response = await fetch(request.ResponseURL, {
    method: "PUT",
    // The URL is signed for an empty content type.
    headers: { "content-type": "" },
    body: JSON.stringify({
      Status: status,
      PhysicalResourceId: physicalId,
      StackId: request.StackId,
      RequestId: request.RequestId,
      LogicalResourceId: request.LogicalResourceId,
      Data: data,
      ...(reason === undefined ? {} : { Reason: reason }),
    }),
  });
  if (!response.ok) throw new Error(`CloudFormation returned ${response.status}`);
};

/** Does the work of a custom resource and reports its attributes, or its failure, to CloudFormation. */
export const settleDeployment = async (
  request: DeploymentRequest,
  physicalId: string,
  work: () => Promise<Readonly<Record<string, string>>>,
): Promise<void> => {
  try {
    await respondToDeployment(request, { status: "SUCCESS", physicalId, data: await work() });
  } catch (error) {
    logLine("error", "deployment failed", { resource: request.LogicalResourceId, ...errorFields(error) });
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    await respondToDeployment(request, { status: "FAILED", physicalId, data: {}, reason });
  }
};
