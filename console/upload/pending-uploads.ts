import type { PendingUpload } from "./part-upload.ts";

const storageName = "capstack-uploads";

/** Uploads that were interrupted, from this browser. The file itself has to be chosen again: a page cannot reopen it. */
export const readPending = (): PendingUpload[] => {
  try {
    return JSON.parse(localStorage.getItem(storageName) ?? "[]") as PendingUpload[];
  } catch {
    return [];
  }
};

const write = (uploads: readonly PendingUpload[]): void => {
  localStorage.setItem(storageName, JSON.stringify(uploads));
};

export const savePending = (upload: PendingUpload): void =>
  write([...readPending().filter(({ uploadId }) => uploadId !== upload.uploadId), upload]);

export const removePending = (uploadId: string): void =>
  write(readPending().filter((upload) => upload.uploadId !== uploadId));
