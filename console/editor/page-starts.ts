import type { CaptionPage } from "../captions/caption-source.ts";
import type { Entries } from "./entries.ts";

/** Start times of the words that begin a page of captions. */
export type PageStarts = ReadonlySet<number>;

export const toPageStarts = (pages: readonly CaptionPage[]): PageStarts =>
  new Set(pages.map(({ firstWordSeconds }) => firstWordSeconds));

/** Whether pages begin with the same words: then nothing is drawn again. */
export const isSameStarts = (left: PageStarts, right: PageStarts): boolean =>
  left.size === right.size && [...left].every((start) => right.has(start));

/** Positions of the words that begin a page, as text: equal texts are drawn alike. The first word of all begins none. */
export const pageStartsWithin = (entries: Entries, from: number, starts: PageStarts): string =>
  entries
    .flatMap(({ value }, position) =>
      from + position > 0 && value.type === "word" && starts.has(value.start_time) ? [position] : [],
    )
    .join(",");
