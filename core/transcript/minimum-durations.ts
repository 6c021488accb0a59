import type { Transcript, WordEntry } from "./word-entry.ts";

/** The grid of the recogniser's own times: what is said is said in no less. */
const minWordMs = 20;

const toMs = (seconds: number): number => Math.round(seconds * 1000);

/**
 * Entries in which every word takes some time: at least 20 ms, less only where the media has no room for it. Engines give
 * two words one instant, or none to the last one, and a word without time is never seen. The next word's beginning gives
 * way, at the end of the media what is before; marks stay at their words' edges.
 *
 * @param entries in order, not overlapping, in whole milliseconds, none later than the end
 */
export const withMinimumDurations = (entries: Transcript, durationSeconds: number): WordEntry[] => {
  const words = entries.filter(({ type }) => type === "word").length;
  const endMs = Math.floor(durationSeconds * 1000);
  const roomMs = endMs - toMs(entries[0]?.startSeconds ?? 0);
  const leastMs = Math.max(0, Math.min(minWordMs, Math.floor(roomMs / Math.max(1, words))));
  const needMs = ({ type }: WordEntry): number => (type === "word" ? leastMs : 0);
  if (!entries.some((entry) => toMs(entry.endSeconds) - toMs(entry.startSeconds) < needMs(entry)))
    return [...entries];

  const spans = entries.map(({ startSeconds, endSeconds }) => ({
    from: toMs(startSeconds),
    to: toMs(endSeconds),
  }));
  let earliest = 0;
  spans.forEach((span, index) => {
    const need = needMs(entries[index] as WordEntry);
    span.from = Math.max(span.from, earliest);
    span.to = Math.max(span.to, span.from + need);
    earliest = span.to;
  });
  let latest = endMs;
  spans.forEach((_, back) => {
    const index = spans.length - 1 - back;
    const span = spans[index] as (typeof spans)[number];
    span.to = Math.min(span.to, latest);
    span.from = Math.min(span.from, span.to - needMs(entries[index] as WordEntry));
    latest = span.from;
  });
  return entries.map((entry, index) => {
    const { from, to } = spans[index] as (typeof spans)[number];
    return { ...entry, startSeconds: from / 1000, endSeconds: to / 1000 };
  });
};
