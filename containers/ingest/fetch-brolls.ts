import { logLine } from "../../adapters/json-log.ts";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import { type BrollJob, brollJobSchema, type PlannedBroll } from "../../core/broll/broll-plan.ts";
import { isNamedError, NamedError } from "../../core/errors.ts";
import { brollClipKey, brollClipMediaKey, brollPlanKey } from "../../core/storage/keys.ts";
import { type MediaInfo, mediaInfoSchema } from "../../core/videos/media-info.ts";
import { mediaLimits } from "../../core/videos/probe.ts";
import { formatBytes, type VideoQuota } from "../../core/videos/quota.ts";
import { type FetchMediaDeps, fetchMedia } from "./fetch-media.ts";

export interface FetchBrollsDeps extends FetchMediaDeps {
  readJson: (key: string) => Promise<unknown>;
  /** Null when there is no such object. */
  sizeOf: (key: string) => Promise<number | null>;
  writeJson: (key: string, value: unknown) => Promise<void>;
}

const clipQuota: VideoQuota = {
  maxVideoBytes: 2 * 1024 ** 3,
  maxVideoSeconds: mediaLimits.durationSeconds,
};
/** All of them lie on the renderer's disk, beside the source and the video. */
const maxBytesTogether = 20 * 1024 ** 3;
/** A clip is a few seconds of a video; half an hour is much for it. */
const clipLimits = { totalSeconds: 1800 };

const checkFrame = ({ video }: MediaInfo): void => {
  if (video === null) throw new NamedError("NoVideoOrAudioStream", "The file has audio but no video stream.");
};

const unavailable = (name: string, reason: string, cause?: unknown): NamedError =>
  new NamedError(
    "BrollUnavailable",
    `${name}: ${reason.trim().replace(/\.$/, "")}. Correct it or leave it out, and create the task again.`,
    { cause },
  );

/** Brings one clip into the bucket, unless an earlier try has done so. Its description is written last: it says that the clip is whole. */
const fetchClip = async (
  item: BrollJob["items"][number],
  keys: { clip: string; media: string },
  deps: FetchBrollsDeps,
  signal: AbortSignal,
): Promise<MediaInfo> => {
  if ((await deps.sizeOf(keys.media)) !== null) return mediaInfoSchema.parse(await deps.readJson(keys.media));
  try {
    const { media } = await withScratchFolder("ingest", (folder) =>
      fetchMedia(
        { url: item.url, key: keys.clip, quota: clipQuota, limits: clipLimits, check: checkFrame },
        folder,
        deps,
        signal,
      ),
    );
    await deps.writeJson(keys.media, media);
    return media;
  } catch (error) {
    if (signal.aborted || !isNamedError(error)) throw error;
    throw unavailable(item.name, error.message, error);
  }
};

/**
 * The work of a task's b-roll step: fetches the clips of the job into the bucket, one after another, each address once,
 * and writes the plan that the renderer follows. May be repeated: what is there already is not fetched again.
 *
 * Throws NamedError BrollUnavailable, naming the entry and the reason.
 */
export const fetchBrolls = async (
  jobKey: string,
  deps: FetchBrollsDeps,
  signal: AbortSignal,
): Promise<{ clips: number }> => {
  const { taskId, items } = brollJobSchema.parse(await deps.readJson(jobKey));
  const clips = new Map<string, { key: string; media: MediaInfo }>();
  let bytesTogether = 0;
  const plan: PlannedBroll[] = [];
  for (const item of items) {
    const { name, stored, isOptional, ...broll } = item;
    if (stored) {
      plan.push({ ...broll, ...stored, isStored: true });
      continue;
    }
    let clip = clips.get(item.url);
    if (!clip) {
      const place = items.indexOf(item);
      const key = brollClipKey(taskId, place);
      const keys = { clip: key, media: brollClipMediaKey(taskId, place) };
      const media = await fetchClip(item, keys, deps, signal).catch((error: unknown) => {
        if (!isOptional || !isNamedError(error) || error.name !== "BrollUnavailable") throw error;
        logLine("warn", "b-roll left out", { taskId, url: item.url, reason: error.message });
        return null;
      });
      if (media === null) continue;
      clip = { key, media };
      clips.set(item.url, clip);
      bytesTogether += clip.media.sizeBytes;
      if (bytesTogether > maxBytesTogether)
        throw unavailable(
          name,
          `the clips up to here are larger than ${formatBytes(maxBytesTogether)} together`,
        );
    }
    plan.push({ ...broll, ...clip });
  }
  await deps.writeJson(brollPlanKey(taskId), plan);
  logLine("info", "b-rolls fetched", { taskId, clips: clips.size, bytes: bytesTogether });
  return { clips: clips.size };
};
