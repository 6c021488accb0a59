import { GetObjectCommand, HeadObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { VerifiedLink } from "../links/verify-link.ts";
import { createS3Client } from "./media-bucket.ts";

/** Enough to follow a redirect; the session of the signer lasts longer. */
const redirectSeconds = 900;

export interface ObjectRedirects {
  /** Returns a URL of the object for one request with the method. */
  sign(method: "GET" | "HEAD", link: VerifiedLink): Promise<string>;
}

export const createObjectRedirects = (
  bucket: string,
  client: S3Client = createS3Client(),
): ObjectRedirects => ({
  sign(method, { key, response }) {
    const input = {
      Bucket: bucket,
      Key: key,
      ResponseContentDisposition: response["response-content-disposition"],
      ResponseContentType: response["response-content-type"],
    };
    const command = method === "HEAD" ? new HeadObjectCommand(input) : new GetObjectCommand(input);
    return getSignedUrl(client, command, { expiresIn: redirectSeconds });
  },
});
