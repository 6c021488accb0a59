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
  status: "sending" | "interrupted" | "failed";
  problem: string | null;
  /** Set once the service knows the upload; needed to go on with it. */
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
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>(() => readPending().map(interrupted));
  const aborts = useRef(new Map<string, AbortController>());

  const change = (key: string, fields: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...fields } : upload)));
  const remove = (key: string) => setUploads((all) => all.filter((upload) => upload.key !== key));

  const run = async (key: string, file: File, known: PendingUpload | null) => {
    const abort = new AbortController();
    aborts.current.set(key, abort);
    change(key, { status: "sending", problem: null });
    try {
      const begun = known === null ? await beginUpload(client, file) : { pending: known, urls: [] };
      let { pending } = begun;
      savePending(pending);
      change(key, { pending });
      await sendParts(client, file, pending, {
        signal: abort.signal,
        urls: begun.urls,
        onBytes: (sentBytes) => change(key, { sentBytes }),
        onPart: (received) => {
          pending = { ...pending, received };
          savePending(pending);
          change(key, { pending });
        },
      });
      removePending(pending.uploadId);
      remove(key);
      await queries.invalidateQueries({ queryKey: ["listVideos"] });
    } catch (error) {
      if (!abort.signal.aborted) change(key, { status: "failed", problem: sentenceOf(error) });
    } finally {
      aborts.current.delete(key);
    }
  };

  const start = (file: File) => {
    const key = crypto.randomUUID();
    const upload: Upload = {
      ...{ key, filename: file.name, sentBytes: 0, totalBytes: file.size },
      ...{ status: "sending", problem: null, pending: null },
    };
    setUploads((all) => [...all, upload]);
    void run(key, file, null);
  };

  const resume = (key: string, file: File) => {
    const pending = uploads.find((upload) => upload.key === key)?.pending ?? null;
    const isSame =
      pending === null || (pending.size === file.size && pending.lastModified === file.lastModified);
    if (isSame) void run(key, file, pending);
    else change(key, { problem: texts.upload.otherFile });
  };

  const cancel = (key: string) => {
    const pending = uploads.find((upload) => upload.key === key)?.pending ?? null;
    aborts.current.get(key)?.abort();
    remove(key);
    if (pending === null) return;
    removePending(pending.uploadId);
    // The unfinished upload would expire by itself; deleting it frees its parts at once.
    void client.call("deleteVideo", { path: { videoId: pending.videoId } }).catch(() => {});
  };

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (aborts.current.size > 0) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, []);

  return <UploadsContext value={{ uploads, start, resume, cancel }}>{children}</UploadsContext>;
};
