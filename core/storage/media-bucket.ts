export interface UploadedPart {
  partNumber: number;
  etag: string;
  sizeBytes: number;
  /** ISO 8601. */
  uploadedAt: string;
}

export interface SignedPart {
  url: string;
  /** ISO 8601; the URL stops working then. */
  expiresAt: string;
}

/** The media bucket. */
export interface MediaBucket {
  createMultipartUpload(key: string, contentType: string): Promise<string>;
  /**
   * Returns a PUT URL for one part, signed for exactly `contentLength` bytes and at most `seconds`. It is valid for a shorter
   * time if the session of its signer ends earlier.
   */
  signPart(
    key: string,
    uploadId: string,
    partNumber: number,
    contentLength: number,
    seconds: number,
  ): Promise<SignedPart>;
  /** Returns the parts ordered by number; null when the upload does not exist (completed, aborted or never started). */
  listParts(key: string, uploadId: string): Promise<UploadedPart[] | null>;
  completeMultipartUpload(key: string, uploadId: string, parts: readonly UploadedPart[]): Promise<void>;
  abortMultipartUpload(key: string, uploadId: string): Promise<void>;
  putJson(key: string, value: unknown): Promise<void>;
  /** Writes a new document; returns false when the object exists already, or is being written. */
  putNewJson(key: string, value: unknown): Promise<boolean>;
  getJson(key: string): Promise<unknown>;
  /** Returns the size in bytes; null when the object does not exist. */
  head(key: string): Promise<number | null>;
  delete(key: string): Promise<void>;
  /** Deletes all objects with the prefix, and aborts all multipart uploads to such keys. */
  deleteAll(prefix: string): Promise<void>;
  /** Returns the first `length` bytes. */
  readStart(key: string, length: number): Promise<Uint8Array>;
}
