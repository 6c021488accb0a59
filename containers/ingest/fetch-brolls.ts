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
  /** Returns null when the object does not exist. */
  sizeOf: (key: string) => Promise<number | null>;
  writeJson: (key: string, value: unknown) => Promise<void>;
}

const clipQuota: VideoQuota = {
  maxVideoBytes: 2 * 1024 ** 3,
  maxVideoSeconds: mediaLimits.durationSeconds,
};
/** All clips must fit on the renderer's disk, beside the source video and the output video. */
const maxTotalBytes = 20 * 1024 ** 3;
/** A clip covers a few seconds of a video; half an hour is more than any download of one needs. */
const clipLimits = { totalSeconds: 1800 };

const checkFrame = ({ video }: MediaInfo): void => {
  if (video === null) throw new NamedError("NoVideoOrAudioStream", "The file has audio but no video stream.");
};

const unavailable = (name: string, reason: string, cause?: unknown): NamedError =>
  new NamedError(
    "BrollUnavailable",
    `${name}: ${reason.trim().replace(/\.$/, "")}. Correct or remove this entry, then create the task again.`,
    { cause },
  );

/**
 * Copies one clip into the bucket, unless an earlier attempt has done so. Its media information is written last, so that
 * its presence means that the clip is complete.
 */
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
 * Runs the b-roll step of a task: copies the job's clips into the bucket, one after another and each URL once, and writes
 * the plan that the renderer reads. Idempotent: clips that are in the bucket are not fetched again.
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
  let totalBytes = 0;
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
      totalBytes += clip.media.sizeBytes;
      if (totalBytes > maxTotalBytes)
        throw unavailable(
          name,
          `this clip and those before it exceed ${formatBytes(maxTotalBytes)} together`,
        );
    }
    plan.push({ ...broll, ...clip });
  }
  await deps.writeJson(brollPlanKey(taskId), plan);
  logLine("info", "b-rolls fetched", { taskId, clips: clips.size, bytes: totalBytes });
  return { clips: clips.size };
};
