import type { S3Client } from "@aws-sdk/client-s3";
import { downloadObject, uploadFile } from "../../adapters/s3/files.ts";
import { createS3Client, createS3MediaBucket } from "../../adapters/s3/media-bucket.ts";
import { NamedError } from "../../core/errors.ts";
import { fontIdOfFileKey } from "../../core/storage/keys.ts";
import type { MediaBucket } from "../../core/storage/media-bucket.ts";
import type { RenderTaskDeps } from "./render-task.ts";

export interface JobFiles extends Pick<RenderTaskDeps, "download" | "downloadFont" | "upload"> {
  client: S3Client;
  files: Pick<MediaBucket, "getJson">;
  exists: (key: string) => Promise<boolean>;
  /** Throws NamedError VideoUnavailable when the object does not exist. */
  checkSource: (key: string) => Promise<void>;
}

/** The objects that jobs read and write. */
export const createJobFiles = (bucket: string): JobFiles => {
  const client = createS3Client();
  const files = createS3MediaBucket({ name: bucket, client });
  const exists = async (key: string): Promise<boolean> => (await files.head(key)) !== null;
  const checkSource = async (key: string): Promise<void> => {
    if (!(await exists(key)))
      throw new NamedError("VideoUnavailable", "The video has been deleted. Upload it again.");
  };
  return {
    client,
    files,
    exists,
    checkSource,
    async download(key, path, signal) {
      await checkSource(key);
      await downloadObject({ client, bucket, key }, path, signal);
    },
    async downloadFont(key, path, signal) {
      if (!(await exists(key)))
        throw new NamedError(
          "FontNotFound",
          `The font ${fontIdOfFileKey(key)} has been deleted. Upload it again and create a new task.`,
        );
      await downloadObject({ client, bucket, key }, path, signal);
    },
    upload: (key, path, contentType, signal) =>
      uploadFile({ client, bucket, key }, path, contentType, signal),
  };
};
