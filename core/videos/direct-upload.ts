import { WriteConflict } from "../storage/write-conflict.ts";
import { cleanFilename } from "../text/clean-filename.ts";
import type { Workflows } from "../workflows/workflows.ts";
import type { MediaInfo } from "./media-info.ts";
import { createOrFind, type NewVideo, newVideo } from "./new-video.ts";
import type { Video } from "./video.ts";
import type { VideoStore } from "./video-store.ts";

/** Creates the video of POST /videos when the part with the file begins; `finishUpload` ends it. */
export const createDirectVideo = async (
  input: NewVideo & { filename: string | null },
  deps: { videos: Pick<VideoStore, "create" | "get">; now: () => Date },
): Promise<Video> => {
  const filename = cleanFilename(input.filename);
  const record = newVideo(
    input,
    { status: "inProgress", origin: { kind: "direct" }, filename, attempt: 0 },
    deps.now(),
  );
  return (await createOrFind(record, deps)).video;
};

/** probed: in the request · stored: the import machine will probe it · failed: never usable. */
export type UploadOutcome =
  | { kind: "probed"; media: MediaInfo }
  | { kind: "stored" }
  | { kind: "failed"; errorName: string; error: string };

/**
 * Ends a direct upload, whose file is in the bucket under videoSourceKey(videoId) or will never be. Returns the current video;
 * one that has ended already (abandoned, expired) stays unchanged.
 */
export const finishUpload = async (
  video: Video,
  outcome: UploadOutcome,
  deps: {
    videos: Pick<VideoStore, "get" | "update">;
    workflows: Pick<Workflows, "startVideoImport">;
    /** Starts the account's tasks that wait for this video (core/workflows/maintenance/admit-tasks.ts). */
    admitTasks: (accountId: string, videoId: string) => Promise<void>;
    now: () => Date;
  },
): Promise<Video> => {
  const finished = finishedVideo(video, outcome, deps.now());
  if (finished === null) return video;
  try {
    await deps.videos.update(video, finished);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return (await deps.videos.get(video.id)) ?? video;
  }
  if (outcome.kind === "stored") await deps.workflows.startVideoImport(finished.id, finished.attempt);
  else await deps.admitTasks(finished.accountId, finished.id);
  return finished;
};

const finishedVideo = (video: Video, outcome: UploadOutcome, now: Date): Video | null => {
  if (video.status !== "inProgress") return null;
  const updatedAt = now.toISOString();
  if (outcome.kind === "stored") return { ...video, attempt: video.attempt + 1, updatedAt };
  const changed = { ...video, sequence: video.sequence + 1, updatedAt };
  return outcome.kind === "probed"
    ? { ...changed, status: "uploaded", media: outcome.media }
    : { ...changed, status: "aborted", errorName: outcome.errorName, error: outcome.error };
};
