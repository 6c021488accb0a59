import { deleteObjects } from "../../adapters/s3/delete-objects.ts";
import { createS3Client } from "../../adapters/s3/media-bucket.ts";
import { publishFolder } from "../../adapters/s3/static-files.ts";
import { consoleFileHeaders, consolePage } from "../../console/response-headers.ts";
import { publishConsoleEnvironment } from "../environment.ts";
import { deploymentRequestSchema, settleDeployment } from "../shared/deployment-response.ts";

const client = createS3Client();
const prefix = "console/";
/** Where Lambda unpacks the layer with the built console. */
const layerFolder = "/opt";

/**
 * Custom resource of the stack: copies the built console into its bucket, the page last, and empties the bucket before it is
 * deleted. Files of earlier versions stay for open pages. A new version changes a property of the resource, so that CloudFormation
 * sends an update.
 */
export const handler = async (event: unknown): Promise<void> => {
  const request = deploymentRequestSchema.parse(event);
  const { CONSOLE_BUCKET_NAME: bucket } = publishConsoleEnvironment.parse(process.env);
  await settleDeployment(request, bucket, async () => {
    if (request.RequestType === "Delete") await deleteObjects(client, bucket, prefix);
    else await publishFolder({ client, bucket, prefix }, layerFolder, consolePage, consoleFileHeaders);
    return {};
  });
};
