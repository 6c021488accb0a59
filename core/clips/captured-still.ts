import { clipStillKey, clipThumbnailKey } from "../storage/keys.ts";
import type { MediaBucket } from "../storage/media-bucket.ts";
import { maxStills } from "./media-convert-job.ts";

/**
 * Returns the key of a clip's still: the one that the container chose; else, of a clip that MediaConvert cut, the capture with
 * the most bytes. All have the same size and quality, so that black, flat and blurred frames have fewer.
 *
 * @param index of the clip
 */
export const stillOfClip = async (
  taskId: string,
  index: number,
  bucket: Pick<MediaBucket, "head">,
): Promise<string> => {
  const chosen = clipThumbnailKey(taskId, index);
  if ((await bucket.head(chosen)) !== null) return chosen;
  const keys = Array.from({ length: maxStills }, (_, still) => clipStillKey(taskId, index, still));
  const sizes = await Promise.all(keys.map((key) => bucket.head(key)));
  const largest = Math.max(...sizes.map((size) => size ?? 0));
  return keys.find((_, still) => largest > 0 && sizes[still] === largest) ?? chosen;
};
