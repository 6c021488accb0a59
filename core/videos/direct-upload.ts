import { WriteConflict } from "../storage/write-conflict.ts";
import { cleanFilename } from "../text/clean-filename.ts";
import type { Workflows } from "../workflows/workflows.ts";
import type { MediaInfo } from "./media-info.ts";
import { createOrFind, type NewVideo, newVideo } from "./new-video.ts";
import type { Video } from "./video.ts";
import type { VideoStore } from "./video-store.ts";

/**
 * The two ends of POST /videos for the streaming process: `createDirectVideo` when the file's part begins,
 * `finishUpload` when its bytes are in the bucket under videoSourceKey(videoId), or will never be.
 */
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

/** probed: examined in the request · stored: to be examined by the import machine · failed: it never will be usable. */
export type UploadOutcome =
  | { kind: "probed"; media: MediaInfo }
  | { kind: "stored" }
  | { kind: "failed"; errorName: string; error: string };

/**
 * Ends a direct upload and returns the video as it then stands. A video that has ended meanwhile (abandoned, expired)
 * is left as it is.
 */
export const finishUpload = async (
  video: Video,
  outcome: UploadOutcome,
  deps: {
    videos: Pick<VideoStore, "get" | "update">;
    workflows: Pick<Workflows, "startVideoImport">;
    /** Starts the account's tasks that wait for this video: admitTasks of core/workflows/maintenance/admit-tasks.ts. */
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
