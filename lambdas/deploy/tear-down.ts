import { setTimeout as sleepMs } from "node:timers/promises";
import type { Context } from "aws-lambda";
import { createRunningWork } from "../../adapters/aws/running-work.ts";
import { deleteObjects } from "../../adapters/s3/delete-objects.ts";
import { createS3Client } from "../../adapters/s3/media-bucket.ts";
import { stopAllWork } from "../../core/workflows/teardown.ts";
import { teardownEnvironment } from "../environment.ts";
import { deploymentRequestSchema, settleDeployment } from "../shared/deployment-response.ts";

const environment = teardownEnvironment.parse(process.env);
const work = createRunningWork({
  cluster: environment.CLUSTER_ARN,
  machineArns: [
    environment.CAPTIONING_MACHINE_ARN,
    environment.CLIP_MACHINE_ARN,
    environment.TRANSCRIPTION_MACHINE_ARN,
    environment.VIDEO_IMPORT_MACHINE_ARN,
  ],
});
const client = createS3Client();

/**
 * Custom resource of the stack. Its deletion comes after that of everything that starts work, and before that of the machines, the
 * cluster and the network, which CloudFormation cannot delete while they are in use. It stops what runs and empties the bucket
 * that is deleted with the stack.
 */
export const handler = async (
  event: unknown,
  context: Pick<Context, "getRemainingTimeInMillis">,
): Promise<void> => {
  const request = deploymentRequestSchema.parse(event);
  const secondsLeft = (): number => context.getRemainingTimeInMillis() / 1000;
  await settleDeployment(request, "teardown", async () => {
    if (request.RequestType !== "Delete") return {};
    await stopAllWork({ work, sleep: (seconds) => sleepMs(seconds * 1000), secondsLeft });
    const { DELETED_BUCKET_NAME: bucket } = environment;
    if (bucket !== "") await deleteObjects(client, bucket, "", secondsLeft);
    return {};
  });
};
