import { z } from "zod";
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

/** Whether the machine has anything to do, and the ingest container's job if so. */
export interface PreparedImport {
  nextStage: "import" | "finished";
  videoId: string;
  sourceKey: string;
  /** To be fetched; null when the bytes are in the bucket already. */
  url: string | null;
  /** What the account may import. */
  maxVideoBytes: number;
  maxVideoSeconds: number;
}

/** What the ingest container reports. */
export const importResultSchema = z.object({
  media: mediaInfoSchema,
  /** Found while fetching (Content-Disposition, the address's last segment). */
  filename: z.string().nullish(),
});
export type ImportResult = z.infer<typeof importResultSchema>;

const maxRounds = 6;

/** Reads the video, lets `decide` make the next record and writes it; once more when somebody else wrote in between. */
const changeVideo = async (
  videoId: string,
  { videos }: VideoImportDeps,
  decide: (video: Video) => Video | null,
): Promise<Video | null> => {
  for (let round = 1; ; round += 1) {
    const video = await videos.get(videoId);
    const next = video && decide(video);
    if (!next) return video;
    try {
      await videos.update(video, next);
      return next;
    } catch (error) {
      if (!(error instanceof WriteConflict) || round === maxRounds) throw error;
    }
  }
};

/** First step of an import: `todo` → `inProgress`. A video that has ended already is left alone. */
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
    nextStage: video.status === "inProgress" ? "import" : "finished",
    videoId,
    sourceKey: videoSourceKey(videoId),
    url: video.origin.kind === "url" ? video.origin.url : null,
    maxVideoBytes,
    maxVideoSeconds,
  };
};

/**
 * Last step of an import that worked: the video becomes `uploaded`. Returns it, so that the caller can admit the tasks
 * that waited for it; null when the video has expired or was aborted meanwhile.
 */
export const completeImport = async (
  { videoId, result }: { videoId: string; result: ImportResult },
  deps: VideoImportDeps,
): Promise<Video | null> => {
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

/** Ends a video as `aborted`; one that has ended already keeps its end. Returns the record as it stands. */
export const abortVideo = async (
  videoId: string,
  failure: Failure,
  deps: VideoImportDeps,
  unless: (video: Video) => boolean = () => false,
): Promise<Video | null> =>
  changeVideo(videoId, deps, (current) =>
    current.status === "uploaded" || current.status === "aborted" || unless(current)
      ? null
      : {
          ...current,
          status: "aborted",
          errorName: failure.name,
          error: failure.message,
          sequence: current.sequence + 1,
          updatedAt: deps.now().toISOString(),
        },
  );
