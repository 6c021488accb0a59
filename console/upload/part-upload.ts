import type { CapstackClient } from "../../clients/typescript/src/client.ts";

/** What has to be known to go on with an upload after the page was closed. It holds no key and no signed URL. */
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

/** Sends the parts that are missing, three at a time, and completes the upload. A failed part is sent again to a newly signed URL. */
export const sendParts = async (
  client: CapstackClient,
  file: File,
  upload: PendingUpload,
  { onBytes, onPart, signal, urls }: PartUploadOptions,
): Promise<void> => {
  const received = new Set(upload.received);
  const waiting = Array.from({ length: partCount(upload) }, (_, index) => index + 1).filter(
    (number) => !received.has(number),
  );
  const inFlight = new Map<number, number>();
  const report = () => {
    const whole = [...received].reduce((sum, number) => sum + sizeOf(partRange(upload, number)), 0);
    onBytes([...inFlight.values()].reduce((sum, bytes) => sum + bytes, whole));
  };
  report();

  const signedUrl = async (number: number): Promise<string> => {
    const { uploadId, videoId } = upload;
    const body = { uploadId, videoId, partNumbers: [number] };
    return (await client.call("signUploadUrls", { body, signal })).urls[0] ?? "";
  };

  const sendPart = async (number: number): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const known = attempt === 1 ? urls[number - 1] : undefined;
        await put(
          known ?? (await signedUrl(number)),
          file.slice(...partRange(upload, number)),
          signal,
          (bytes) => {
            inFlight.set(number, bytes);
            report();
          },
        );
        return;
      } catch (error) {
        if (attempt === attemptsPerPart || signal.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt));
      } finally {
        inFlight.delete(number);
      }
    }
  };

  const work = async (): Promise<void> => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      try {
        await sendPart(number);
      } catch (error) {
        // The other workers begin no further part.
        waiting.length = 0;
        throw error;
      }
      received.add(number);
      onPart([...received]);
      report();
    }
  };
  await Promise.all(Array.from({ length: parallelParts }, work));
  await client.call("completeUpload", {
    body: { uploadId: upload.uploadId, videoId: upload.videoId },
    signal,
  });
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
      request.status < 300 ? resolve() : reject(new Error(`The storage answered HTTP ${request.status}.`));
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => signal.removeEventListener("abort", stop);
    signal.addEventListener("abort", stop, { once: true });
    request.send(body);
  });
