import { NamedError } from "../errors.ts";
import { getJsonOrNull } from "../storage/get-json-or-null.ts";
import { brollLibraryClipKey, brollManifestKey } from "../storage/keys.ts";
import type { MediaBucket } from "../storage/media-bucket.ts";
import type { MediaInfo } from "../videos/media-info.ts";
import { brollSeconds } from "./broll-slots.ts";
import {
  type BrollManifest,
  brollManifestSchema,
  emptyManifest,
  expiredClips,
  type LibraryClip,
  withClip,
  withoutClip,
} from "./operator-library.ts";

/** Dependencies of the operator's b-roll commands. */
export interface LibraryDeps {
  bucket: Pick<MediaBucket, "head" | "getJson" | "putJson" | "delete">;
  /** Uploads a local file to the bucket. */
  uploadFile: (key: string, path: string) => Promise<void>;
  /** Throws NamedError for unusable media. */
  probe: (path: string) => Promise<MediaInfo>;
  newId: () => string;
  now: () => Date;
}

/** Returns the operator's library, which is initially empty. */
export const readManifest = async (bucket: Pick<MediaBucket, "head" | "getJson">): Promise<BrollManifest> => {
  const manifest = await getJsonOrNull(bucket, brollManifestKey);
  return manifest === null ? emptyManifest : brollManifestSchema.parse(manifest);
};

/** Adds a video to the library. Throws NamedError ValidationFailed for a video that cannot be shown as b-roll. */
export const addLibraryClip = async (
  { path, filename, keywords }: { path: string; filename: string; keywords: string[] },
  deps: LibraryDeps,
): Promise<LibraryClip> => {
  const media = await deps.probe(path);
  if (media.video === null) throw new NamedError("ValidationFailed", `${filename} has no video stream.`);
  if (media.durationSeconds < brollSeconds.min) {
    throw new NamedError(
      "ValidationFailed",
      `${filename} is shorter than ${brollSeconds.min} s, the minimum duration of a b-roll.`,
    );
  }
  const clip = { id: deps.newId(), filename, keywords, media, addedAt: deps.now().toISOString() };
  const manifest = withClip(await readManifest(deps.bucket), clip);
  // The file is uploaded first, so that every clip in the manifest has one.
  await deps.uploadFile(brollLibraryClipKey(clip.id), path);
  await writeManifest(manifest, deps);
  return clip;
};

/** Removes a clip. Its file is kept as long as tasks may use it. Throws NamedError NotFound. */
export const removeLibraryClip = async (id: string, deps: LibraryDeps): Promise<void> =>
  writeManifest(withoutClip(await readManifest(deps.bucket), id, deps.now().toISOString()), deps);

/** Also deletes the files of expired clips. */
const writeManifest = async (manifest: BrollManifest, deps: LibraryDeps): Promise<void> => {
  const expired = new Set(expiredClips(manifest, deps.now()));
  for (const id of expired) await deps.bucket.delete(brollLibraryClipKey(id));
  const removed = manifest.removed.filter(({ id }) => !expired.has(id));
  await deps.bucket.putJson(brollManifestKey, { ...manifest, removed });
};
