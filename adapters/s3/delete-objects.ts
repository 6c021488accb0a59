import { DeleteObjectsCommand, paginateListObjectsV2, type S3Client } from "@aws-sdk/client-s3";

/** Deletes all objects whose keys begin with a prefix. Throws Error that names the first object that S3 did not delete. */
export const deleteObjects = async (client: S3Client, bucket: string, prefix: string): Promise<void> => {
  const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
  for await (const { Contents = [] } of pages) {
    if (Contents.length === 0) continue;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    );
    const [failed] = Errors;
    if (failed) throw new Error(`S3 did not delete ${failed.Key}: ${failed.Code}`);
  }
};
