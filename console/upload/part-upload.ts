import type { CapstackClient } from "../../clients/typescript/src/client.ts";

/** The data that resumes an upload after the page was closed. Contains no key and no signed URL. */
export interface PendingUpload {
  uploadId: string;
  videoId: string;
  filename: string;
  size: number;
  lastModified: number;
  partBytes: number;
  /** Numbers of the parts that have been received, from 1. */
  received: number[];
}

/** 8 MiB, or more for files that would have over 10,000 parts. Source: limits of S3. */
export const partBytesFor = (size: number): number => Math.max(8 * 1024 ** 2, Math.ceil(size / 10_000));

const partCount = ({ size, partBytes }: PendingUpload): number => Math.max(1, Math.ceil(size / partBytes));

const partRange = ({ size, partBytes }: PendingUpload, number: number): [from: number, to: number] => [
  (number - 1) * partBytes,
  Math.min(size, number * partBytes),
];

/** Begins a multipart upload of a file. Returns it with the URLs of its parts, in order. */
export const beginUpload = async (
  client: CapstackClient,
  file: File,
): Promise<{ pending: PendingUpload; urls: string[] }> => {
  const partBytes = partBytesFor(file.size);
  const count = Math.max(1, Math.ceil(file.size / partBytes));
  const uploadParts = Array.from({ length: count }, (_, index) => ({
    contentLength: Math.min(partBytes, file.size - index * partBytes),
  }));
  const { uploadId, videoId, urls } = await client.call("createUpload", {
    body: { filename: file.name, uploadParts },
  });
  const pending = {
    ...{ uploadId, videoId, filename: file.name, size: file.size },
    ...{ lastModified: file.lastModified, partBytes, received: [] },
  };
  return { pending, urls };
};

export interface PartUploadOptions {
  onBytes: (sentBytes: number) => void;
  onPart: (received: number[]) => void;
  signal: AbortSignal;
  /** URLs of the parts, in order, for the first attempt of each; empty when an upload is continued. */
  urls: readonly string[];
}

const parallelParts = 3;
const attemptsPerPart = 5;
const firstRetryMs = 500;

/** Sends the parts that are missing, three at a time, and completes the upload. A failed part is sent again to a newly signed URL. */
export const sendParts = async (
  client: CapstackClient,
  file: File,
  upload: PendingUpload,
  options: PartUploadOptions,
): Promise<void> => {
  const { signal, onPart } = options;
  const progress = new PartProgress(upload, options.onBytes);
  const waiting = progress.missing();
  const work = async (): Promise<void> => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      try {
        await sendPart({ client, file, upload, options }, number, progress);
      } catch (error) {
        // The other workers begin no further part.
        waiting.length = 0;
        throw error;
      }
      onPart(progress.complete(number));
    }
  };
  await Promise.all(Array.from({ length: parallelParts }, work));
  const { uploadId, videoId } = upload;
  await client.call("completeUpload", { body: { uploadId, videoId }, signal });
};

/** Counts the bytes of an upload: those of received parts, and those on their way. */
class PartProgress {
  readonly #upload: PendingUpload;
  readonly #received: Set<number>;
  readonly #inFlight = new Map<number, number>();
  readonly #onBytes: (sentBytes: number) => void;

  constructor(upload: PendingUpload, onBytes: (sentBytes: number) => void) {
    this.#upload = upload;
    this.#received = new Set(upload.received);
    this.#onBytes = onBytes;
    this.#report();
  }

  /** Returns the numbers of the parts to send. */
  missing(): number[] {
    const numbers = Array.from({ length: partCount(this.#upload) }, (_, index) => index + 1);
    return numbers.filter((number) => !this.#received.has(number));
  }

  /** Notes the sent bytes of a part; null: its attempt has ended. */
  send(number: number, bytes: number | null): void {
    if (bytes === null) this.#inFlight.delete(number);
    else this.#inFlight.set(number, bytes);
    if (bytes !== null) this.#report();
  }

  /** Notes a received part. Returns all of them. */
  complete(number: number): number[] {
    this.#received.add(number);
    this.#report();
    return [...this.#received];
  }

  #report(): void {
    const whole = [...this.#received].map((number) => sizeOf(partRange(this.#upload, number)));
    this.#onBytes([...whole, ...this.#inFlight.values()].reduce((sum, bytes) => sum + bytes, 0));
  }
}

interface PartSource {
  client: CapstackClient;
  file: File;
  upload: PendingUpload;
  options: PartUploadOptions;
}

/** Sends one part, several times if it fails. */
const sendPart = async (source: PartSource, number: number, progress: PartProgress): Promise<void> => {
  const { file, upload, options } = source;
  const { signal, urls } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const known = attempt === 1 ? urls[number - 1] : undefined;
      const url = known ?? (await signedUrl(source, number));
      const body = file.slice(...partRange(upload, number));
      await put(url, body, signal, (bytes) => progress.send(number, bytes));
      return;
    } catch (error) {
      if (attempt === attemptsPerPart || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, firstRetryMs * 2 ** attempt));
    } finally {
      progress.send(number, null);
    }
  }
};

const signedUrl = async ({ client, upload, options }: PartSource, number: number): Promise<string> => {
  const { uploadId, videoId } = upload;
  const body = { uploadId, videoId, partNumbers: [number] };
  return (await client.call("signUploadUrls", { body, signal: options.signal })).urls[0] ?? "";
};

const sizeOf = ([from, to]: [number, number]): number => to - from;

/** PUT with progress, which fetch does not report for request bodies. */
const put = (url: string, body: Blob, signal: AbortSignal, onBytes: (sent: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const fail = () => reject(signal.aborted ? signal.reason : new TypeError("The connection failed."));
    request.open("PUT", url);
    request.upload.onprogress = ({ loaded }) => onBytes(loaded);
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new Error(`The storage returned HTTP ${request.status}.`));
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => signal.removeEventListener("abort", stop);
    signal.addEventListener("abort", stop, { once: true });
    request.send(body);
  });
