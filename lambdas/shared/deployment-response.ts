import { z } from "zod";

/** A request of CloudFormation to a custom resource. Source: CloudFormation User Guide, "Custom resource request reference". */
export const linkKeyRequestSchema = z.object({
  RequestType: z.enum(["Create", "Update", "Delete"]),
  ResponseURL: z.url(),
  StackId: z.string(),
  RequestId: z.string(),
  LogicalResourceId: z.string(),
  ResourceProperties: z.object({
    /** Name of the parameter that keeps the private key. */
    Parameter: z.string().min(1),
  }),
});
export type LinkKeyRequest = z.infer<typeof linkKeyRequestSchema>;

export interface DeploymentOutcome {
  status: "SUCCESS" | "FAILED";
  physicalId: string;
  data: Readonly<Record<string, string>>;
  reason?: string;
}

/** Reports the outcome to CloudFormation, which waits for it. Throws if CloudFormation does not accept it. */
export const respondToDeployment = async (
  request: LinkKeyRequest,
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
