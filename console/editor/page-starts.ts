import type { CaptionPage } from "../captions/caption-source.ts";
import type { Entries, Entry } from "./entries.ts";

/** Start times of the words that begin a page of captions. */
export type PageStarts = ReadonlySet<number>;

export const toPageStarts = (pages: readonly CaptionPage[]): PageStarts =>
  new Set(pages.map(({ firstWordSeconds }) => firstWordSeconds));

/** Whether pages begin with the same words: then nothing is drawn again. */
export const isSameStarts = (left: PageStarts, right: PageStarts): boolean =>
  left.size === right.size && [...left].every((start) => right.has(start));

/** Whether a word begins a page. The first word of all begins none. */
const beginsPage = (entry: Entry | undefined, index: number, starts: PageStarts): boolean =>
  index > 0 && entry?.value.type === "word" && starts.has(entry.value.start_time);

/** The first word of the page after the one of entry `index`, or of its own page or the one before; otherwise the last or first entry. */
export const nextPageStart = (entries: Entries, index: number, step: 1 | -1, starts: PageStarts): number => {
  for (let at = index + step; at > 0 && at < entries.length; at += step)
    if (beginsPage(entries[at], at, starts)) return at;
  return step > 0 ? entries.length - 1 : 0;
};

/** Positions of the words that begin a page, as text: equal texts are drawn alike. */
export const pageStartsWithin = (entries: Entries, from: number, starts: PageStarts): string =>
  entries
    .flatMap((entry, position) => (beginsPage(entry, from + position, starts) ? [position] : []))
    .join(",");
