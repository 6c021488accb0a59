import { z } from "zod";
import { NamedError } from "../errors.ts";
import { normalizeWord, stemOf } from "../languages/normalize-word.ts";
import { isUnspacedLanguage } from "../languages/writing.ts";
import { brollLibraryClipKey } from "../storage/keys.ts";
import { type MediaInfo, mediaInfoSchema } from "../videos/media-info.ts";
import type { BrollLibrary, BrollQuery, SpokenText } from "./broll-library.ts";

const libraryClipSchema = z.object({
  id: z.string(),
  filename: z.string(),
  /** Words or phrases in any language that what is said is looked through for. */
  keywords: z.array(z.string().min(1)).min(1),
  media: mediaInfoSchema,
  addedAt: z.string(),
});
export type LibraryClip = z.infer<typeof libraryClipSchema>;

/** The operator's own clips (core/storage/keys.ts, brollManifestKey). */
export const brollManifestSchema = z.object({
  clips: z.array(libraryClipSchema),
  /** Clips no longer offered, whose files tasks may still show. */
  removed: z.array(z.object({ id: z.string(), removedAt: z.string() })).default([]),
});
export type BrollManifest = z.infer<typeof brollManifestSchema>;

export const emptyManifest: BrollManifest = { clips: [], removed: [] };

const maxClips = 5000;
const maxKeywords = 100;

/** The keywords of a comma-separated list. Throws NamedError ValidationFailed when there is none, or too many. */
export const parseKeywords = (list: string): string[] => {
  const keywords = [
    ...new Set(
      list
        .split(/[,，、]/u)
        .map((word) => word.normalize("NFC").trim())
        .filter((word) => /[\p{L}\p{N}]/u.test(word)),
    ),
  ];
  if (keywords.length === 0 || keywords.length > maxKeywords) {
    throw new NamedError(
      "ValidationFailed",
      `--keywords must be 1 to ${maxKeywords} words with commas between them`,
    );
  }
  return keywords;
};

/** Throws NamedError ValidationFailed when the library is full. */
export const withClip = (manifest: BrollManifest, clip: LibraryClip): BrollManifest => {
  if (manifest.clips.length >= maxClips) {
    throw new NamedError("ValidationFailed", `The library holds at most ${maxClips} clips: remove some.`);
  }
  return { ...manifest, clips: [...manifest.clips, clip] };
};

/** Throws NamedError NotFound. */
export const withoutClip = (manifest: BrollManifest, id: string, removedAt: string): BrollManifest => {
  if (!manifest.clips.some((clip) => clip.id === id)) {
    throw new NamedError("NotFound", `There is no clip ${id}: see broll list.`);
  }
  return {
    clips: manifest.clips.filter((clip) => clip.id !== id),
    removed: [...manifest.removed, { id, removedAt }],
  };
};

/** Longer than any task lives that may have planned with it. */
const retentionDays = 31;

/** Removed clips whose files no task can need any more. */
export const expiredClips = ({ removed }: BrollManifest, now: Date): string[] =>
  removed
    .filter(({ removedAt }) => now.getTime() - Date.parse(removedAt) > retentionDays * 24 * 3600 * 1000)
    .map(({ id }) => id);

/** The library of a manifest: a clip suits when all words of one of its keywords are said, or read in the captions. */
export const createOperatorLibrary = ({ clips }: BrollManifest): BrollLibrary => ({
  async find(wish) {
    const sayers = [wish, ...(wish.spoken ? [wish.spoken] : [])].map(createKeywordTest);
    const says = (keyword: string): boolean => sayers.some((saysIt) => saysIt(keyword));
    return clips
      .flatMap((clip) => {
        const found = clip.keywords.filter(says);
        return found.length === 0 ? [] : [{ clip, found, shape: orientationScore(clip.media, wish.frame) }];
      })
      .sort(
        (a, b) => b.found.length - a.found.length || b.shape - a.shape || (a.clip.id < b.clip.id ? -1 : 1),
      )
      .map(({ clip, found }) => {
        const key = brollLibraryClipKey(clip.id);
        return {
          id: `library:${clip.id}`,
          url: key,
          durationSeconds: clip.media.durationSeconds,
          keyword: found[0] ?? "",
          stored: { key, media: clip.media },
        };
      });
  },
});

/** 1 when a clip lies like the frame (upright or lying), else 0. */
const orientationScore = ({ width, height }: MediaInfo, frame: BrollQuery["frame"]): number =>
  (width ?? 0) > (height ?? 0) === frame.width > frame.height ? 1 : 0;

const createKeywordTest = ({ words, text, language }: SpokenText): ((keyword: string) => boolean) => {
  const said = new Set(
    words.flatMap(({ normalized: word, stem }) => [word, stem, stemOf(withoutAccents(word), language)]),
  );
  const whole = text.normalize("NFC").toLocaleLowerCase(language ?? "en");
  const isUnspaced = isUnspacedLanguage(language);
  return (keyword) => {
    const parts = keyword.split(/\s+/u).map((part) => normalizeWord(part, language));
    if (isUnspaced && whole.includes(parts.join(""))) return true;
    return parts.every((part) => {
      return (
        said.has(part) || said.has(stemOf(part, language)) || said.has(stemOf(withoutAccents(part), language))
      );
    });
  };
};

/** Without accents, which keywords are often typed without. */
const withoutAccents = (word: string): string =>
  word.normalize("NFD").replace(/(?<=\p{sc=Latin}\p{M}*)\p{M}/gu, "");
