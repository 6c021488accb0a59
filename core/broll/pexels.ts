import * as z from "zod";
import { isNameLike } from "../transcript/sentences.ts";
import type { BrollCandidate, BrollQuery, SpokenText } from "./broll-library.ts";

/** The used fields of a Pexels video. Source: Pexels API documentation, "The Video Resource". */
export const pexelsVideoSchema = z.object({
  id: z.number(),
  url: z.string(),
  /** Seconds, rounded. */
  duration: z.number(),
  user: z.object({ name: z.string(), url: z.string() }),
  video_files: z.array(
    z.object({
      file_type: z.string(),
      width: z.number().nullable(),
      height: z.number().nullable(),
      link: z.string(),
    }),
  ),
});
export type PexelsVideo = z.infer<typeof pexelsVideoSchema>;

/** Source: Pexels API documentation, "Search for Videos", `locale`. */
const locales =
  "en-US pt-BR es-ES ca-ES de-DE it-IT fr-FR sv-SE id-ID pl-PL ja-JP zh-CN ko-KR th-TH nl-NL hu-HU vi-VN cs-CZ da-DK fi-FI uk-UA el-GR ro-RO nb-NO sk-SK tr-TR ru-RU".split(
    " ",
  );
const localeOf: Readonly<Record<string, string>> = { no: "nb-NO", nn: "nb-NO", yue: "zh-CN" };

/** Returns the Pexels locale of a language; null for an unsupported one, whose words Pexels would take for English. */
export const pexelsLocale = (language: string | null): string | null =>
  localeOf[language ?? ""] ?? locales.find((locale) => locale.startsWith(`${language}-`)) ?? null;

const maxQueries = 2;

/** Returns the text to search by: the captions, or else the original speech; null if Pexels supports neither language. */
export const searchableText = (query: BrollQuery): SpokenText | null => {
  if (pexelsLocale(query.language) !== null) return query;
  return query.originalSpeech && pexelsLocale(query.originalSpeech.language) !== null
    ? query.originalSpeech
    : null;
};

/**
 * Returns the words to search for, most significant first, without names and numbers, which stock footage does not show.
 * Empty for unsupported languages.
 */
export const pexelsQueries = (query: BrollQuery): string[] => {
  const { words, language } = searchableText(query) ?? { words: [], language: null };
  return [
    ...new Set(
      words
        .filter((word) => !/\p{N}/u.test(word.normalized) && !isNameLike(word, language))
        .map((word) => word.normalized),
    ),
  ].slice(0, maxQueries);
};

/** Returns the videos with a usable file, in the order of the response. */
export const pexelsCandidates = (
  videos: readonly PexelsVideo[],
  keyword: string,
  frame: BrollQuery["frame"],
): BrollCandidate[] =>
  videos.flatMap((video) => {
    const link = rendition(video, frame);
    if (link === null) return [];
    return [
      {
        id: `pexels:${video.id}`,
        url: link,
        durationSeconds: video.duration,
        keyword,
        attribution: {
          source: "Pexels",
          author: video.user.name,
          authorUrl: video.user.url,
          pageUrl: video.url,
        },
      },
    ];
  });

/** Link of the smallest file that fills the frame without upscaling, or else of the largest. */
const rendition = ({ video_files: files }: PexelsVideo, frame: BrollQuery["frame"]): string | null => {
  const frameSide = Math.min(frame.width, frame.height);
  const sized = files
    .filter(({ file_type, width, height }) => file_type === "video/mp4" && width && height)
    .map(({ width, height, link }) => ({ side: Math.min(width ?? 0, height ?? 0), link }))
    .sort((a, b) => a.side - b.side);
  return (sized.find(({ side }) => side >= frameSide) ?? sized.at(-1))?.link ?? null;
};
