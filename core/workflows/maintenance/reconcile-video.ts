import { videoSourceKey } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import { WriteConflict } from "../../storage/write-conflict.ts";
import type { Video } from "../../videos/video.ts";
import type { VideoStore } from "../../videos/video-store.ts";
import { abortVideo } from "../video-import/video-import.ts";
import type { Workflows } from "../workflows.ts";

const maxImports = 3;
/** The request that wrote the video may still be starting its first import. */
const firstImportDelayMs = 60_000;
const uploadIdleMs = 24 * 3_600_000;

export interface ReconcileVideoDeps {
  videos: Pick<VideoStore, "get" | "update" | "delete">;
  bucket: Pick<MediaBucket, "listParts" | "abortMultipartUpload">;
  workflows: Pick<Workflows, "startVideoImport" | "stateOf">;
  now: () => Date;
}

/** Gives an unfinished video a running import again, or aborts it (reconcile.ts). */
export const reconcileVideo = async (video: Video, deps: ReconcileVideoDeps): Promise<void> => {
  const quietMs = deps.now().getTime() - Date.parse(video.updatedAt);
  try {
    if (video.expiresAt <= deps.now().toISOString()) await deps.videos.delete(video, deps.now());
    else if (importIsDue(video)) await restartImport(video, quietMs, deps);
    else if (quietMs > uploadIdleMs) await abandonUpload(video, deps);
  } catch (error) {
    // The video has changed, or another run of the reconciler handles it.
    if (!(error instanceof WriteConflict)) throw error;
  }
};

/** Parts are uploaded directly to the bucket, so only the bucket has the time of the last one. */
const abandonUpload = async (video: Video, deps: ReconcileVideoDeps): Promise<void> => {
  const { origin } = video;
  const key = videoSourceKey(video.id);
  const parts = origin.kind === "multipart" ? await deps.bucket.listParts(key, origin.uploadId) : null;
  const idleSince = deps.now().getTime() - uploadIdleMs;
  if (parts?.some(({ uploadedAt }) => Date.parse(uploadedAt) > idleSince)) return;
  await abortVideo(video.id, abandoned, deps, hasChanged(video));
  if (origin.kind === "multipart") await deps.bucket.abortMultipartUpload(key, origin.uploadId);
};

/** Direct uploads are probed in their own request, unless their import was started. */
const importIsDue = (video: Video): boolean =>
  video.attempt > 0 ||
  video.origin.kind === "url" ||
  (video.origin.kind === "multipart" && video.status === "inProgress");

const restartImport = async (video: Video, quietMs: number, deps: ReconcileVideoDeps): Promise<void> => {
  if (video.attempt === 0) {
    if (quietMs < firstImportDelayMs) return;
  } else {
    // Starts a lost execution; finds an existing one by its name.
    const executionArn = await deps.workflows.startVideoImport(video.id, video.attempt);
    if ((await deps.workflows.stateOf(executionArn)) === "running") return;
  }
  if (video.attempt >= maxImports) {
    await abortVideo(video.id, interrupted, deps, hasChanged(video));
    return;
  }
  const attempt = video.attempt + 1;
  await deps.videos.update(video, { ...video, attempt, updatedAt: deps.now().toISOString() });
  await deps.workflows.startVideoImport(video.id, attempt);
};

const hasChanged =
  (video: Video) =>
  (current: Video): boolean =>
    current.sequence !== video.sequence || current.attempt !== video.attempt;

const abandoned = {
  name: "UploadAbandoned",
  message: "The upload received no data for 24 hours. Start it again.",
};
const interrupted = {
  name: "InternalError",
  message: "Reading the media was interrupted three times and was stopped. Upload it again.",
};
