import type { Playback } from "../api/schemas/videos.ts";
import { NamedError } from "../errors.ts";
import { peaksKey, posterKey, proxyKey, videoSourceKey } from "../storage/keys.ts";
import type { MediaLinks } from "../storage/media-links.ts";
import { WriteConflict } from "../storage/write-conflict.ts";
import type { Workflows } from "../workflows/workflows.ts";
import { getOwnedVideo } from "./owned-video.ts";
import type { PlaybackFiles, Video } from "./video.ts";
import type { VideoStore } from "./video-store.ts";

export interface PlaybackDeps {
  videos: Pick<VideoStore, "get">;
  links: MediaLinks;
  /** Whether the operator permits playback files. */
  makesPlaybackFiles: boolean;
}

type UploadedVideo = Extract<Video, { status: "uploaded" }>;

const getUploaded = async (
  { accountId, videoId }: { accountId: string; videoId: string },
  deps: Pick<PlaybackDeps, "videos">,
): Promise<UploadedVideo> => {
  const video = await getOwnedVideo(accountId, videoId, deps);
  if (video.status === "uploaded") return video;
  throw new NamedError(
    "InvalidUploadState",
    "The video has no source yet. Wait until its status is uploaded.",
  );
};

/**
 * Returns links to the source of an uploaded video and to its playback files, valid until the video expires. Throws
 * InvalidUploadState for others.
 */
export const getPlayback = async (
  owned: { accountId: string; videoId: string },
  deps: PlaybackDeps,
): Promise<Playback> => playbackOf(await getUploaded(owned, deps), deps);

const playbackOf = async (video: UploadedVideo, deps: PlaybackDeps): Promise<Playback> => {
  const { id, expiresAt, media } = video;
  const name = video.filename ?? "video";
  const sign = (key: string, filename: string, type: string): Promise<string> =>
    deps.links.signDownload(key, expiresAt, filename, type);
  const status = video.playback?.status ?? "none";
  const isReady = status === "ready";
  // The container names the media type; players detect it from the bytes.
  const type = media.video === null ? "audio/mp4" : "video/mp4";
  return {
    url: await sign(videoSourceKey(id), name, type),
    expiresAt,
    proxyStatus: isReady || deps.makesPlaybackFiles ? status : "off",
    proxyUrl: isReady ? await sign(proxyKey(id), `${name}.proxy.mp4`, type) : null,
    posterUrl: isReady && media.video ? await sign(posterKey(id), `${name}.jpg`, "image/jpeg") : null,
    peaksUrl:
      isReady && media.audio ? await sign(peaksKey(id), `${name}.peaks.json`, "application/json") : null,
  };
};

/** Longer than the import machine works on a file, with its retries. */
const preparingMs = 6 * 3_600_000;
/** A failure may have been a lack of capacity. */
const retryMs = 3_600_000;
const maxAttempts = 6;

const isDue = (files: PlaybackFiles | undefined, now: Date): boolean => {
  if (files === undefined) return true;
  const age = now.getTime() - Date.parse(files.startedAt);
  if (files.status === "preparing") return age > preparingMs;
  return files.status === "failed" && age > retryMs;
};

/**
 * Starts making the playback files of an uploaded video unless they exist, are being made or have just failed. Idempotent. The
 * execution is recorded before it is started: a repeated request starts it after a crash in between. Returns the same as
 * getPlayback.
 */
export const preparePlayback = async (
  owned: { accountId: string; videoId: string },
  deps: PlaybackDeps & {
    videos: Pick<VideoStore, "get" | "update">;
    workflows: Pick<Workflows, "startVideoImport">;
    now: () => Date;
  },
): Promise<Playback> => {
  for (let attempt = 1; ; attempt += 1) {
    const video = await getUploaded(owned, deps);
    if (!deps.makesPlaybackFiles) return playbackOf(video, deps);
    try {
      const started = isDue(video.playback, deps.now()) ? await recordStart(video, deps) : video;
      if (started.playback?.status === "preparing")
        await deps.workflows.startVideoImport(started.id, started.attempt);
      return await playbackOf(started, deps);
    } catch (error) {
      if (!(error instanceof WriteConflict) || attempt === maxAttempts) throw error;
    }
  }
};

const recordStart = async (
  video: UploadedVideo,
  { videos, now }: { videos: Pick<VideoStore, "update">; now: () => Date },
): Promise<UploadedVideo> => {
  const startedAt = now().toISOString();
  const next: UploadedVideo = {
    ...video,
    attempt: video.attempt + 1,
    updatedAt: startedAt,
    playback: { status: "preparing", startedAt },
  };
  await videos.update(video, next);
  return next;
};
