import type { MediaBucket } from "./media-bucket.ts";

/** Returns the JSON document of an object; null when the object does not exist. */
export const getJsonOrNull = async (
  bucket: Pick<MediaBucket, "head" | "getJson">,
  key: string,
): Promise<unknown> => ((await bucket.head(key)) === null ? null : bucket.getJson(key));
