export interface UploadedPart {
  partNumber: number;
  etag: string;
  sizeBytes: number;
  /** ISO 8601. */
  uploadedAt: string;
}

/** Validity of the URLs in responses, in seconds; each read renews them. */
export const signedUrlSeconds = 3600;

/** The media bucket. Signed URLs are for clients: they use the public host. */
export interface MediaBucket {
  /** Returns a GET URL, valid for `seconds`, whose response has the given file name and media type. */
  signDownload(key: string, seconds: number, filename: string, contentType: string): Promise<string>;
  createMultipartUpload(key: string, contentType: string): Promise<string>;
  /** Returns a PUT URL for one part, signed for exactly `contentLength` bytes. */
  signPart(
    key: string,
    uploadId: string,
    partNumber: number,
    contentLength: number,
    seconds: number,
  ): Promise<string>;
  /** Returns the parts ordered by number; null when the upload does not exist (completed, aborted or never started). */
  listParts(key: string, uploadId: string): Promise<UploadedPart[] | null>;
  completeMultipartUpload(key: string, uploadId: string, parts: readonly UploadedPart[]): Promise<void>;
  abortMultipartUpload(key: string, uploadId: string): Promise<void>;
  putJson(key: string, value: unknown): Promise<void>;
  getJson(key: string): Promise<unknown>;
  /** Returns the size in bytes; null when the object does not exist. */
  head(key: string): Promise<number | null>;
  delete(key: string): Promise<void>;
  /** Deletes all objects with the prefix, and aborts all multipart uploads to such keys. */
  deleteAll(prefix: string): Promise<void>;
  /** Returns the first `length` bytes. */
  readStart(key: string, length: number): Promise<Uint8Array>;
}
