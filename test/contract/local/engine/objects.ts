import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { Engine } from "./engine.ts";

export const Bucket = "media";
export const mib = 1024 * 1024;

/** Operations on objects of the bucket `media`; the engine may be another one after a restart. */
export const objectsOf = (engine: () => Engine) => {
  async function get(Key: string, more: object = {}) {
    const result = await engine()
      .s3()
      .send(new GetObjectCommand({ Bucket, Key, ...more }));
    return { ...result, bytes: (await result.Body?.transformToByteArray()) ?? new Uint8Array() };
  }

  async function createUpload(Key: string, more: object = {}): Promise<string> {
    return (
      (
        await engine()
          .s3()
          .send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }))
      ).UploadId ?? ""
    );
  }

  async function uploadPart(Key: string, UploadId: string, PartNumber: number, Body: Uint8Array) {
    const { ETag } = await engine()
      .s3()
      .send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
    return { PartNumber, ETag };
  }

  const complete = (Key: string, UploadId: string, Parts: object[]) =>
    engine()
      .s3()
      .send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));

  return { get, createUpload, uploadPart, complete };
};
