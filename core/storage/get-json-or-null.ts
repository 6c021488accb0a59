import type { MediaBucket } from "./media-bucket.ts";

/** The JSON document of an object; null when there is no such object. */
export const getJsonOrNull = async (
  bucket: Pick<MediaBucket, "head" | "getJson">,
  key: string,
): Promise<unknown> => ((await bucket.head(key)) === null ? null : bucket.getJson(key));
