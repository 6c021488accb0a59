import { z } from "zod";
import { isNameLike } from "../transcript/sentences.ts";
import type { BrollCandidate, BrollQuery, SpokenText } from "./broll-library.ts";

/** A video as Pexels describes it; only what is used. Source: Pexels API documentation, "The Video Resource". */
export const pexelsVideoSchema = z.object({
  id: z.number(),
  url: z.string(),
  /** Whole seconds. */
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

/** Null for a language that Pexels is not searched in: it then takes words for English. */
export const pexelsLocale = (language: string | null): string | null =>
  localeOf[language ?? ""] ?? locales.find((locale) => locale.startsWith(`${language}-`)) ?? null;

const maxQueries = 2;

/** What of a wish is searched for: the captions, else what is heard; null where Pexels knows neither language. */
export const searchableText = (wish: BrollQuery): SpokenText | null => {
  if (pexelsLocale(wish.language) !== null) return wish;
  return wish.spoken && pexelsLocale(wish.spoken.language) !== null ? wish.spoken : null;
};

/**
 * The words to search for: things rather than names and numbers, which stock footage does not show, the most telling
 * first. None in languages that Pexels does not know.
 */
export const pexelsQueries = (wish: BrollQuery): string[] => {
  const { words, language } = searchableText(wish) ?? { words: [], language: null };
  return [
    ...new Set(
      words
        .filter((word) => !/\p{N}/u.test(word.normalized) && !isNameLike(word, language))
        .map((word) => word.normalized),
    ),
  ].slice(0, maxQueries);
};

/** The videos that have a file to show, in the order of the answer. */
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

/** The smallest file that fills the frame without being enlarged, else the largest. */
const rendition = ({ video_files: files }: PexelsVideo, frame: BrollQuery["frame"]): string | null => {
  const wanted = Math.min(frame.width, frame.height);
  const sized = files
    .filter(({ file_type, width, height }) => file_type === "video/mp4" && width && height)
    .map(({ width, height, link }) => ({ side: Math.min(width ?? 0, height ?? 0), link }))
    .sort((a, b) => a.side - b.side);
  return (sized.find(({ side }) => side >= wanted) ?? sized.at(-1))?.link ?? null;
};
