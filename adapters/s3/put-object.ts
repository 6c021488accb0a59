import { PutObjectCommand, type PutObjectCommandInput, type S3Client } from "@aws-sdk/client-s3";

/** A JSON document as an object of a bucket. */
export const jsonObject = (bucket: string, key: string, value: unknown): PutObjectCommandInput => ({
  Bucket: bucket,
  Key: key,
  Body: JSON.stringify(value),
  ContentType: "application/json",
});

/** Writes an object unless its key exists; returns false when it does, or when another request is writing it now. */
export const putNewObject = async (client: S3Client, object: PutObjectCommandInput): Promise<boolean> => {
  try {
    await client.send(new PutObjectCommand({ ...object, IfNoneMatch: "*" }));
    return true;
  } catch (error) {
    const isTaken =
      error instanceof Error && ["PreconditionFailed", "ConditionalRequestConflict"].includes(error.name);
    if (!isTaken) throw error;
    return false;
  }
};
