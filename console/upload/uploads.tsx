import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { sentenceOf, useClient } from "../api.tsx";
import { texts } from "../texts/en.ts";
import { beginUpload, type PendingUpload, sendParts } from "./part-upload.ts";
import { readPending, removePending, savePending } from "./pending-uploads.ts";

/** An upload as the list shows it. */
export interface Upload {
  key: string;
  filename: string;
  sentBytes: number;
  totalBytes: number;
  /** `rejected`: there is nothing to send. */
  status: "sending" | "interrupted" | "failed" | "rejected";
  problem: string | null;
  /** Set once the service has created the upload; required to resume it. */
  pending: PendingUpload | null;
}

interface Uploads {
  uploads: readonly Upload[];
  start: (file: File) => void;
  resume: (key: string, file: File) => void;
  cancel: (key: string) => void;
}

const UploadsContext = createContext<Uploads | null>(null);

export const useUploads = (): Uploads => {
  const uploads = useContext(UploadsContext);
  if (uploads === null) throw new Error("useUploads is called outside UploadsProvider");
  return uploads;
};

const interrupted = (pending: PendingUpload): Upload => ({
  key: pending.uploadId,
  filename: pending.filename,
  sentBytes: Math.min(pending.size, pending.received.length * pending.partBytes),
  totalBytes: pending.size,
  status: "interrupted",
  problem: null,
  pending,
});

/** Keeps uploads running while the user moves between screens. */
export const UploadsProvider = ({ children }: { children: ReactNode }) => {
  const client = useClient();
  const { uploads, add, change, remove } = useUploadRows();
  const aborts = useRef(new Map<string, AbortController>());
  const run = useRun({ change, remove }, aborts.current);
  useLeaveWarning(aborts.current);

  const start = (file: File) => {
    const key = crypto.randomUUID();
    add({
      ...{ key, filename: file.name, sentBytes: 0, totalBytes: file.size },
      ...{ status: "sending", problem: null, pending: null },
    });
    if (file.size === 0) change(key, { status: "rejected", problem: texts.upload.isEmpty });
    else void run(key, file, null);
  };
  const pendingOf = (key: string) => uploads.find((upload) => upload.key === key)?.pending ?? null;
  const resume = (key: string, file: File) => {
    const pending = pendingOf(key);
    const isSame =
      pending === null || (pending.size === file.size && pending.lastModified === file.lastModified);
    if (isSame) void run(key, file, pending);
    else change(key, { problem: texts.upload.otherFile });
  };
  const cancel = (key: string) => {
    const pending = pendingOf(key);
    aborts.current.get(key)?.abort();
    remove(key);
    if (pending === null) return;
    removePending(pending.uploadId);
    // The unfinished upload expires later; deleting it frees its parts at once.
    void client.call("deleteVideo", { path: { videoId: pending.videoId } }).catch(() => {});
  };
  return <UploadsContext value={{ uploads, start, resume, cancel }}>{children}</UploadsContext>;
};

/** The uploads of this tab, beginning with those that were interrupted. */
const useUploadRows = () => {
  const [uploads, setUploads] = useState<readonly Upload[]>(() => readPending().map(interrupted));
  const add = (upload: Upload) => setUploads((all) => [...all, upload]);
  const change = (key: string, fields: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...fields } : upload)));
  const remove = (key: string) => setUploads((all) => all.filter((upload) => upload.key !== key));
  return { uploads, add, change, remove };
};

type UploadRows = Pick<ReturnType<typeof useUploadRows>, "change" | "remove">;

/** Returns the function that sends a file, a new one or what is missing of a known one. */
const useRun = ({ change, remove }: UploadRows, aborts: Map<string, AbortController>) => {
  const client = useClient();
  const queries = useQueryClient();
  return async (key: string, file: File, known: PendingUpload | null): Promise<void> => {
    const abort = new AbortController();
    aborts.set(key, abort);
    change(key, { status: "sending", problem: null });
    const keep = (pending: PendingUpload): PendingUpload => {
      savePending(pending);
      change(key, { pending });
      return pending;
    };
    try {
      const begun = known === null ? await beginUpload(client, file) : { pending: known, urls: [] };
      let pending = keep(begun.pending);
      await sendParts(client, file, pending, {
        signal: abort.signal,
        urls: begun.urls,
        onBytes: (sentBytes) => change(key, { sentBytes }),
        onPart: (received) => {
          pending = keep({ ...pending, received });
        },
      });
      removePending(pending.uploadId);
      remove(key);
      await queries.invalidateQueries({ queryKey: ["listVideos"] });
    } catch (error) {
      if (!abort.signal.aborted) change(key, { status: "failed", problem: sentenceOf(error) });
    } finally {
      aborts.delete(key);
    }
  };
};

/** Asks before the page is left while files are being sent. */
const useLeaveWarning = (aborts: ReadonlyMap<string, AbortController>): void => {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (aborts.size > 0) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [aborts]);
};
