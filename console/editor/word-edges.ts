import { type Entries, entryIndexAt } from "./entries.ts";

/** One end of a word's time. */
export interface WordEdge {
  index: number;
  edge: "start" | "end";
}

/** The edge of a word within `reach` seconds of a position; null if there is none. */
export const edgeAt = (entries: Entries, seconds: number, reach: number): WordEdge | null => {
  const near = entryIndexAt(entries, seconds + reach);
  for (const index of [near, near - 1]) {
    const value = entries[index]?.value;
    if (value === undefined || value.type !== "word") continue;
    if (Math.abs(value.end_time - seconds) <= reach) return { index, edge: "end" };
    if (Math.abs(value.start_time - seconds) <= reach) return { index, edge: "start" };
  }
  return null;
};

/** A position that is moved to the playhead or to a neighbor's edge if one is within `reach` seconds. */
export const snapped = (
  entries: Entries,
  index: number,
  seconds: number,
  playhead: number,
  reach: number,
): number => {
  const targets = [playhead, entries[index - 1]?.value.end_time, entries[index + 1]?.value.start_time];
  const near = targets.filter(
    (target) => target !== undefined && Math.abs(target - seconds) <= reach,
  ) as number[];
  return near.toSorted((left, right) => Math.abs(left - seconds) - Math.abs(right - seconds))[0] ?? seconds;
};
