import { CapstackError, type WordEntry } from "../../clients/typescript/src/client.ts";
import { fetchOrTake } from "../first-responses.ts";

/** A transcript with the revision that a save must name. */
export interface Revision {
  words: WordEntry[];
  etag: string;
}

/** Why a transcript was not saved: another client has changed it, or it has been approved. */
export type SaveRejection = "changed" | "approved";

export interface TranscriptPath {
  apiKey: string;
  videoId: string;
  taskId: string;
}

const urlOf = ({ videoId, taskId }: TranscriptPath): string =>
  `/videos/${encodeURIComponent(videoId)}/task/${encodeURIComponent(taskId)}/transcript`;

const read = async (response: Response): Promise<Revision> => {
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new CapstackError(response.status, response.headers, body);
  return { words: body as WordEntry[], etag: response.headers.get("etag") ?? "" };
};

/** The typed client has no response headers, and a save needs the ETag. */
export const loadTranscript = async (path: TranscriptPath): Promise<Revision> =>
  read(await fetchOrTake(urlOf(path), { headers: { "x-api-key": path.apiKey }, cache: "no-store" }));

let loading: { taskId: string; revision: Promise<Revision> } | null = null;

/** Begins to load a transcript while its task is still being read. `takeTranscript` returns it. */
export const beginTranscript = (path: TranscriptPath): void => {
  const revision = loadTranscript(path);
  // A transcript that does not exist yet is loaded again once it does.
  revision.catch(() => {});
  loading = { taskId: path.taskId, revision };
};

/** Returns the transcript that `beginTranscript` loads, once; else loads it. */
export const takeTranscript = async (path: TranscriptPath): Promise<Revision> => {
  const early = loading?.taskId === path.taskId ? loading.revision : null;
  loading = null;
  return (await early?.catch(() => null)) ?? loadTranscript(path);
};

/** Saves a transcript if it is still the revision `etag`. Throws CapstackError for other rejections. */
export const saveTranscript = async (
  path: TranscriptPath,
  words: readonly WordEntry[],
  etag: string,
): Promise<Revision | SaveRejection> => {
  const response = await fetch(urlOf(path), {
    method: "PUT",
    headers: { "x-api-key": path.apiKey, "content-type": "application/json", "if-match": etag },
    body: JSON.stringify(words),
  });
  if (response.status === 412) return "changed";
  if (response.status === 409) return "approved";
  return read(response);
};
