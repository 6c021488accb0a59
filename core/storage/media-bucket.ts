export interface UploadedPart {
  partNumber: number;
  etag: string;
  sizeBytes: number;
  /** ISO 8601. */
  uploadedAt: string;
}

/** The media bucket as the product sees it. Addresses are for clients: they carry the front's public host. */
export interface MediaBucket {
  /** A GET address, valid for `seconds`, that answers with the given file name and media type. */
  signDownload(key: string, seconds: number, filename: string, contentType: string): Promise<string>;
  createMultipartUpload(key: string, contentType: string): Promise<string>;
  /** A PUT address for one part, signed for exactly `contentLength` bytes. */
  signPart(
    key: string,
    uploadId: string,
    partNumber: number,
    contentLength: number,
    seconds: number,
  ): Promise<string>;
  /** In the order of their numbers; null when there is no such upload (completed, aborted or never begun). */
  listParts(key: string, uploadId: string): Promise<UploadedPart[] | null>;
  completeMultipartUpload(key: string, uploadId: string, parts: readonly UploadedPart[]): Promise<void>;
  abortMultipartUpload(key: string, uploadId: string): Promise<void>;
  putJson(key: string, value: unknown): Promise<void>;
  getJson(key: string): Promise<unknown>;
  /** Size in bytes, null when there is no such object. */
  head(key: string): Promise<number | null>;
  delete(key: string): Promise<void>;
  /** Every object whose key begins so, and every upload under way to such a key. */
  deleteAll(prefix: string): Promise<void>;
  /** The first `length` bytes. */
  readStart(key: string, length: number): Promise<Uint8Array>;
}
