import { videoSourceKey } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import { WriteConflict } from "../../storage/write-conflict.ts";
import type { Video } from "../../videos/video.ts";
import type { VideoStore } from "../../videos/video-store.ts";
import { abortVideo } from "../video-import/video-import.ts";
import type { Workflows } from "../workflows.ts";

const maxImports = 3;
/** Whoever has just written the video is about to start its first import. */
const patienceMs = 60_000;
const uploadIdleMs = 24 * 3_600_000;

export interface ReconcileVideoDeps {
  videos: Pick<VideoStore, "get" | "update" | "delete">;
  bucket: Pick<MediaBucket, "listParts" | "abortMultipartUpload">;
  workflows: Pick<Workflows, "startVideoImport" | "stateOf">;
  now: () => Date;
}

/** Brings one unfinished video back under a living import, or ends it; see core/workflows/maintenance/reconcile.ts. */
export const reconcileVideo = async (video: Video, deps: ReconcileVideoDeps): Promise<void> => {
  const quietMs = deps.now().getTime() - Date.parse(video.updatedAt);
  try {
    if (video.expiresAt <= deps.now().toISOString()) await deps.videos.delete(video, deps.now());
    else if (importIsDue(video)) await keepImporting(video, quietMs, deps);
    else if (quietMs > uploadIdleMs) await abandonUpload(video, deps);
  } catch (error) {
    // The video moved on by itself, or another run of the reconciler has it.
    if (!(error instanceof WriteConflict)) throw error;
  }
};

/** Parts go straight to the bucket, so only the bucket knows when the last one came. */
const abandonUpload = async (video: Video, deps: ReconcileVideoDeps): Promise<void> => {
  const { origin } = video;
  const key = videoSourceKey(video.id);
  const parts = origin.kind === "multipart" ? await deps.bucket.listParts(key, origin.uploadId) : null;
  const idleSince = deps.now().getTime() - uploadIdleMs;
  if (parts?.some(({ uploadedAt }) => Date.parse(uploadedAt) > idleSince)) return;
  await abortVideo(video.id, abandoned, deps, hasMoved(video));
  if (origin.kind === "multipart") await deps.bucket.abortMultipartUpload(key, origin.uploadId);
};

/** Direct uploads are probed in their own request; only what was handed to the machine is the machine's. */
const importIsDue = (video: Video): boolean =>
  video.attempt > 0 ||
  video.origin.kind === "url" ||
  (video.origin.kind === "multipart" && video.status === "inProgress");

const keepImporting = async (video: Video, quietMs: number, deps: ReconcileVideoDeps): Promise<void> => {
  if (video.attempt === 0) {
    if (quietMs < patienceMs) return;
  } else {
    // A start that was lost happens here; one that was not is found by its name.
    const executionArn = await deps.workflows.startVideoImport(video.id, video.attempt);
    if ((await deps.workflows.stateOf(executionArn)) === "running") return;
  }
  if (video.attempt >= maxImports) {
    await abortVideo(video.id, interrupted, deps, hasMoved(video));
    return;
  }
  const attempt = video.attempt + 1;
  await deps.videos.update(video, { ...video, attempt, updatedAt: deps.now().toISOString() });
  await deps.workflows.startVideoImport(video.id, attempt);
};

const hasMoved =
  (video: Video) =>
  (current: Video): boolean =>
    current.sequence !== video.sequence || current.attempt !== video.attempt;

const abandoned = {
  name: "UploadAbandoned",
  message: "Nothing arrived for 24 hours; start the upload again.",
};
const interrupted = {
  name: "InternalError",
  message: "Reading the media was interrupted three times and has been given up; upload it again.",
};
