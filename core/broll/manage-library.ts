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

/** What the operator's command line keeps the library with. */
export interface LibraryDeps {
  bucket: Pick<MediaBucket, "head" | "getJson" | "putJson" | "delete">;
  /** Copies a file of the operator's to the bucket. */
  uploadFile: (key: string, path: string) => Promise<void>;
  /** Throws NamedError for what is no usable media. */
  probe: (path: string) => Promise<MediaInfo>;
  newId: () => string;
  now: () => Date;
}

/** The operator's library as it is; empty before anything was added. */
export const readManifest = async (bucket: Pick<MediaBucket, "head" | "getJson">): Promise<BrollManifest> => {
  const manifest = await getJsonOrNull(bucket, brollManifestKey);
  return manifest === null ? emptyManifest : brollManifestSchema.parse(manifest);
};

/** Adds a film of the operator's. Throws NamedError ValidationFailed for one that cannot be shown as a b-roll. */
export const addLibraryClip = async (
  { path, filename, keywords }: { path: string; filename: string; keywords: string[] },
  deps: LibraryDeps,
): Promise<LibraryClip> => {
  const media = await deps.probe(path);
  if (media.video === null) throw new NamedError("ValidationFailed", `${filename} has no picture.`);
  if (media.durationSeconds < brollSeconds.least) {
    throw new NamedError(
      "ValidationFailed",
      `${filename} is shorter than ${brollSeconds.least} s, the least that a clip is shown.`,
    );
  }
  const clip = { id: deps.newId(), filename, keywords, media, addedAt: deps.now().toISOString() };
  const manifest = withClip(await readManifest(deps.bucket), clip);
  // The file first: what the manifest names is there.
  await deps.uploadFile(brollLibraryClipKey(clip.id), path);
  await writeManifest(manifest, deps);
  return clip;
};

/** Offers a clip no more; its file stays as long as tasks may show it. Throws NamedError NotFound. */
export const removeLibraryClip = async (id: string, deps: LibraryDeps): Promise<void> =>
  writeManifest(withoutClip(await readManifest(deps.bucket), id, deps.now().toISOString()), deps);

/** Also clears away the files of clips that were removed long ago. */
const writeManifest = async (manifest: BrollManifest, deps: LibraryDeps): Promise<void> => {
  const unneeded = new Set(expiredClips(manifest, deps.now()));
  for (const id of unneeded) await deps.bucket.delete(brollLibraryClipKey(id));
  const removed = manifest.removed.filter(({ id }) => !unneeded.has(id));
  await deps.bucket.putJson(brollManifestKey, { ...manifest, removed });
};
