import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  paginateListParts,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { MediaBucket, UploadedPart } from "../../core/storage/media-bucket.ts";
import type { SessionCredentials } from "../aws/upload-credentials.ts";
import { deleteObjects } from "./delete-objects.ts";
import { jsonObject, putNewObject } from "./put-object.ts";

export interface BucketOptions {
  name: string;
  /** URL of the local reverse proxy: URLs of parts are signed for it, path style. */
  publicUrl?: string | undefined;
  client?: S3Client;
  /** Credentials that sign the URLs of parts; those of the process by default. */
  partCredentials?: (() => Promise<SessionCredentials>) | undefined;
}

/** The SDK would sign a checksum of an empty body into part URLs; clients could then send only an empty body. */
const checksums = {
  requestChecksumCalculation: "WHEN_REQUIRED",
  responseChecksumValidation: "WHEN_REQUIRED",
} as const;

export const createS3Client = (config: S3ClientConfig = {}): S3Client =>
  new S3Client({ ...checksums, ...config });

export const createS3MediaBucket = ({
  name,
  publicUrl,
  client = createS3Client(),
  partCredentials,
}: BucketOptions): MediaBucket => {
  const signerOf = partSigner({ publicUrl, client, partCredentials });
  const at = (key: string) => ({ Bucket: name, Key: key });

  const abortMultipartUpload = async (key: string, uploadId: string): Promise<void> => {
    try {
      await client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId: uploadId }));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  };

  return {
    async createMultipartUpload(key, contentType) {
      const command = new CreateMultipartUploadCommand({ ...at(key), ContentType: contentType });
      const { UploadId } = await client.send(command);
      if (UploadId === undefined) throw new Error("S3 returned no upload ID");
      return UploadId;
    },

    async signPart(key, uploadId, partNumber, contentLength, seconds) {
      const command = new UploadPartCommand({
        ...at(key),
        UploadId: uploadId,
        PartNumber: partNumber,
        ContentLength: contentLength,
      });
      const { signer, expiration } = await signerOf();
      const now = Date.now();
      const untilMs = Math.min(now + seconds * 1000, expiration?.getTime() ?? Number.POSITIVE_INFINITY);
      const url = await getSignedUrl(signer, command, {
        expiresIn: Math.max(1, Math.floor((untilMs - now) / 1000)),
        signableHeaders: new Set(["host", "content-length"]),
      });
      return { url, expiresAt: new Date(untilMs).toISOString() };
    },

    async listParts(key, uploadId) {
      const parts: UploadedPart[] = [];
      try {
        for await (const page of paginateListParts({ client }, { ...at(key), UploadId: uploadId })) {
          for (const part of page.Parts ?? []) {
            parts.push({
              partNumber: part.PartNumber ?? 0,
              etag: part.ETag ?? "",
              sizeBytes: part.Size ?? 0,
              uploadedAt: (part.LastModified ?? new Date(0)).toISOString(),
            });
          }
        }
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
      return parts.sort((a, b) => a.partNumber - b.partNumber);
    },

    async completeMultipartUpload(key, uploadId, parts) {
      const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
      await client.send(
        new CompleteMultipartUploadCommand({ ...at(key), UploadId: uploadId, MultipartUpload: { Parts } }),
      );
    },

    abortMultipartUpload,

    async putJson(key, value) {
      await client.send(new PutObjectCommand(jsonObject(name, key, value)));
    },

    putNewJson: (key, value) => putNewObject(client, jsonObject(name, key, value)),

    async getJson(key) {
      const { Body } = await client.send(new GetObjectCommand(at(key)));
      return JSON.parse((await Body?.transformToString("utf-8")) ?? "");
    },

    async head(key) {
      try {
        const { ContentLength } = await client.send(new HeadObjectCommand(at(key)));
        return ContentLength ?? 0;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },

    async deleteAll(Prefix) {
      await deleteObjects(client, name, Prefix);
      // Aborted uploads leave the list, so the first page is requested until it is empty.
      for (;;) {
        const listing = await client.send(new ListMultipartUploadsCommand({ Bucket: name, Prefix }));
        const uploads = listing.Uploads ?? [];
        for (const { Key, UploadId } of uploads) {
          if (Key !== undefined && UploadId !== undefined) await abortMultipartUpload(Key, UploadId);
        }
        if (listing.IsTruncated !== true || uploads.length === 0) return;
      }
    },

    async readStart(key, length) {
      const { Body } = await client.send(
        new GetObjectCommand({ ...at(key), Range: `bytes=0-${length - 1}` }),
      );
      return (await Body?.transformToByteArray()) ?? new Uint8Array();
    },
  };
};

/**
 * Returns a client for the URLs of parts, and the end of its session. One client per session: the SDK would keep
 * credentials until five minutes before their end, which is too short for a slow upload.
 */
const partSigner = ({
  publicUrl,
  client,
  partCredentials,
}: Omit<BucketOptions, "name"> & { client: S3Client }) => {
  const place = publicUrl === undefined ? {} : { endpoint: publicUrl, forcePathStyle: true };
  if (partCredentials === undefined) {
    const signer = publicUrl === undefined ? client : createS3Client(place);
    return async () => ({ signer, expiration: (await signer.config.credentials()).expiration });
  }
  let last: { signer: S3Client; credentials: SessionCredentials } | undefined;
  return async () => {
    const credentials = await partCredentials();
    if (last?.credentials !== credentials)
      last = { credentials, signer: createS3Client({ ...place, credentials }) };
    return { signer: last.signer, expiration: credentials.expiration };
  };
};

/** HEAD responses have no body and no error code: the SDK names them NotFound. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && ["NotFound", "NoSuchKey", "NoSuchUpload"].includes(error.name);
