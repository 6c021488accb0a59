import { DeleteObjectsCommand, paginateListObjectsV2, type S3Client } from "@aws-sdk/client-s3";

/** Less than this is left for a report of the failure. */
const reserveSeconds = 30;

/**
 * Deletes all objects whose keys begin with a prefix. Throws Error that names the first object that S3 did not delete, or when the
 * time does not suffice; a repetition continues.
 *
 * @param secondsLeft returns the time that is left; without limit by default
 */
export const deleteObjects = async (
  client: S3Client,
  bucket: string,
  prefix: string,
  secondsLeft: () => number = () => Number.POSITIVE_INFINITY,
): Promise<void> => {
  const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
  for await (const { Contents = [] } of pages) {
    if (Contents.length === 0) continue;
    if (secondsLeft() < reserveSeconds)
      throw new Error(`The bucket ${bucket} still has objects. Delete the stack again.`);
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    );
    const [failed] = Errors;
    if (failed) throw new Error(`S3 did not delete ${failed.Key}: ${failed.Code}`);
  }
};
