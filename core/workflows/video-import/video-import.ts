import * as z from "zod";
import type { AccountStore } from "../../accounts/account.ts";
import { type PlanStore, planOf, standardPlan } from "../../accounts/plan.ts";
import { NamedError } from "../../errors.ts";
import { videoSourceKey } from "../../storage/keys.ts";
import { WriteConflict } from "../../storage/write-conflict.ts";
import { mediaInfoSchema } from "../../videos/media-info.ts";
import type { Video } from "../../videos/video.ts";
import type { VideoStore } from "../../videos/video-store.ts";
import type { Failure } from "../execution-failure.ts";

export interface VideoImportDeps {
  videos: Pick<VideoStore, "get" | "update">;
  now: () => Date;
}

export const importJobs = ["import", "playback"] as const;
export type ImportJob = (typeof importJobs)[number];

/** Where the execution continues, and the input of the ingest container. */
export interface PreparedImport {
  nextStage: "import" | "finished";
  videoId: string;
  sourceKey: string;
  /** What the container makes: the media information of the source, or its playback files (core/videos/playback.ts). */
  job: ImportJob;
  /** Null when the file is already in the bucket. */
  url: string | null;
  /** Limits of the account's plan. */
  maxVideoBytes: number;
  maxVideoSeconds: number;
}

/** Result of the ingest container. */
const importedSchema = z.object({
  media: mediaInfoSchema,
  /** From Content-Disposition or the last segment of the URL. */
  filename: z.string().nullish(),
});
const playbackMadeSchema = z.object({ playback: z.literal("ready") });
export const importResultSchema = z.union([importedSchema, playbackMadeSchema]);
export type ImportedMedia = z.infer<typeof importedSchema>;
export type PlaybackMade = z.infer<typeof playbackMadeSchema>;
export type ImportResult = ImportedMedia | PlaybackMade;

const maxAttempts = 6;

/** Reads a video, computes the next record with `decide` and writes it; repeats this after a write conflict. */
const changeVideo = async (
  videoId: string,
  { videos }: VideoImportDeps,
  decide: (video: Video) => Video | null,
): Promise<Video | null> => {
  for (let attempt = 1; ; attempt += 1) {
    const video = await videos.get(videoId);
    const next = video && decide(video);
    if (!next) return video;
    try {
      await videos.update(video, next);
      return next;
    } catch (error) {
      if (!(error instanceof WriteConflict) || attempt === maxAttempts) throw error;
    }
  }
};

const needsPlayback = (video: Video): boolean => endPlayback(video, "ready") !== null;

/**
 * First step of an import: `todo` → `inProgress`. For an uploaded video, the execution makes its playback files if they were
 * requested, and does nothing otherwise. Throws NamedError NotFound.
 */
export const prepareImport = async (
  { videoId }: { videoId: string },
  deps: VideoImportDeps & { accounts: Pick<AccountStore, "get">; plans: Pick<PlanStore, "get"> },
): Promise<PreparedImport> => {
  const video = await changeVideo(videoId, deps, (current) =>
    current.status === "todo"
      ? {
          ...current,
          status: "inProgress",
          sequence: current.sequence + 1,
          updatedAt: deps.now().toISOString(),
        }
      : null,
  );
  if (!video) throw new NamedError("NotFound", "The video has expired.");
  const { maxVideoBytes, maxVideoSeconds } = await planOf(
    (await deps.accounts.get(video.accountId)) ?? { plan: standardPlan.name },
    deps,
  );
  return {
    nextStage: video.status === "inProgress" || needsPlayback(video) ? "import" : "finished",
    videoId,
    sourceKey: videoSourceKey(videoId),
    job: video.status === "uploaded" ? "playback" : "import",
    url: video.origin.kind === "url" ? video.origin.url : null,
    maxVideoBytes,
    maxVideoSeconds,
  };
};

/**
 * Last step of a successful execution: the video becomes `uploaded`, or its playback files ready. Returns the video if it has become
 * `uploaded`, so that the caller can admit the tasks that wait for it; null when it has expired or was aborted.
 */
export const completeImport = async (
  { videoId, result }: { videoId: string; result: ImportResult },
  deps: VideoImportDeps,
): Promise<Video | null> => {
  if ("playback" in result) {
    await changeVideo(videoId, deps, (current) => endPlayback(current, "ready"));
    return null;
  }
  const video = await changeVideo(videoId, deps, (current) =>
    current.status === "todo" || current.status === "inProgress"
      ? {
          ...current,
          status: "uploaded",
          media: result.media,
          filename: current.filename ?? result.filename ?? null,
          sequence: current.sequence + 1,
          updatedAt: deps.now().toISOString(),
        }
      : null,
  );
  return video?.status === "uploaded" ? video : null;
};

/** Returns the record with the end of its playback files; null when none are being made. */
const endPlayback = (video: Video, status: "ready" | "failed"): Video | null =>
  video.status === "uploaded" && video.playback?.status === "preparing"
    ? { ...video, playback: { ...video.playback, status } }
    : null;

/**
 * Ends a failed execution: the video becomes `aborted` unless it has ended, or its playback files fail. Returns the current record.
 */
export const abortVideo = async (
  videoId: string,
  failure: Failure,
  deps: VideoImportDeps,
  unless: (video: Video) => boolean = () => false,
): Promise<Video | null> =>
  changeVideo(videoId, deps, (current) => {
    if (current.status === "uploaded") return endPlayback(current, "failed");
    if (current.status === "aborted" || unless(current)) return null;
    return {
      ...current,
      status: "aborted",
      errorName: failure.name,
      error: failure.message,
      sequence: current.sequence + 1,
      updatedAt: deps.now().toISOString(),
    };
  });
