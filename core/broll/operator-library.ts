import * as z from "zod";
import { NamedError } from "../errors.ts";
import { normalizeWord, stemOf } from "../languages/normalize-word.ts";
import { isUnspacedLanguage } from "../languages/writing.ts";
import { brollLibraryClipKey } from "../storage/keys.ts";
import { type MediaInfo, mediaInfoSchema } from "../videos/media-info.ts";
import type { BrollLibrary, BrollQuery, SpokenText } from "./broll-library.ts";

const libraryClipSchema = z.object({
  id: z.string(),
  filename: z.string(),
  /** Words or phrases in any language that speech is searched for. */
  keywords: z.array(z.string().min(1)).min(1),
  media: mediaInfoSchema,
  addedAt: z.string(),
});
export type LibraryClip = z.infer<typeof libraryClipSchema>;

/** The operator's clips (core/storage/keys.ts, brollManifestKey). */
export const brollManifestSchema = z.object({
  clips: z.array(libraryClipSchema),
  /** Removed clips, whose files existing tasks may still use. */
  removed: z.array(z.object({ id: z.string(), removedAt: z.string() })),
});
export type BrollManifest = z.infer<typeof brollManifestSchema>;

export const emptyManifest: BrollManifest = { clips: [], removed: [] };

const maxClips = 5000;
const maxKeywords = 100;

/** Parses a comma-separated list of keywords. Throws NamedError ValidationFailed for no or too many keywords. */
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
      `--keywords must be 1 to ${maxKeywords} words, separated by commas`,
    );
  }
  return keywords;
};

/** Throws NamedError ValidationFailed when the library is full. */
export const withClip = (manifest: BrollManifest, clip: LibraryClip): BrollManifest => {
  if (manifest.clips.length >= maxClips) {
    throw new NamedError(
      "ValidationFailed",
      `The library is limited to ${maxClips} clips. Remove some first.`,
    );
  }
  return { ...manifest, clips: [...manifest.clips, clip] };
};

/** Throws NamedError NotFound. */
export const withoutClip = (manifest: BrollManifest, id: string, removedAt: string): BrollManifest => {
  if (!manifest.clips.some((clip) => clip.id === id)) {
    throw new NamedError("NotFound", `Clip ${id} does not exist. Run broll list to see all clips.`);
  }
  return {
    clips: manifest.clips.filter((clip) => clip.id !== id),
    removed: [...manifest.removed, { id, removedAt }],
  };
};

/** Longer than the retention of tasks. */
const retentionDays = 31;

/** Returns the IDs of removed clips that no task can use any more. */
export const expiredClips = ({ removed }: BrollManifest, now: Date): string[] =>
  removed
    .filter(({ removedAt }) => now.getTime() - Date.parse(removedAt) > retentionDays * 24 * 3600 * 1000)
    .map(({ id }) => id);

/** Creates the library of a manifest. A clip matches when all words of one of its keywords are spoken or captioned. */
export const createOperatorLibrary = ({ clips }: BrollManifest): BrollLibrary => ({
  async find(query) {
    const tests = [query, ...(query.originalSpeech ? [query.originalSpeech] : [])].map(createKeywordTest);
    const matches = (keyword: string): boolean => tests.some((test) => test(keyword));
    return clips
      .flatMap((clip) => {
        const found = clip.keywords.filter(matches);
        return found.length === 0 ? [] : [{ clip, found, shape: orientationScore(clip.media, query.frame) }];
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

/** 1 when a clip has the orientation of the frame, else 0. */
const orientationScore = ({ width, height }: MediaInfo, frame: BrollQuery["frame"]): number =>
  (width ?? 0) > (height ?? 0) === frame.width > frame.height ? 1 : 0;

const createKeywordTest = ({ words, text, language }: SpokenText): ((keyword: string) => boolean) => {
  const spoken = new Set(
    words.flatMap(({ normalized: word, stem }) => [word, stem, stemOf(withoutAccents(word), language)]),
  );
  const whole = text.normalize("NFC").toLocaleLowerCase(language ?? "en");
  const isUnspaced = isUnspacedLanguage(language);
  return (keyword) => {
    const parts = keyword.split(/\s+/u).map((part) => normalizeWord(part, language));
    if (isUnspaced && whole.includes(parts.join(""))) return true;
    return parts.every((part) => {
      return (
        spoken.has(part) ||
        spoken.has(stemOf(part, language)) ||
        spoken.has(stemOf(withoutAccents(part), language))
      );
    });
  };
};

/** Removes accents, which are often omitted in keywords. */
const withoutAccents = (word: string): string =>
  word.normalize("NFD").replace(/(?<=\p{sc=Latin}\p{M}*)\p{M}/gu, "");
