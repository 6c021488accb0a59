import type { Transcript, WordEntry } from "./word-entry.ts";

/** Resolution of the recognizer's times. */
const minWordMs = 20;

const toWholeMilliseconds = (seconds: number): number => Math.round(seconds * 1000);

/**
 * Gives every word a duration of at least 20 ms, or less where the media is too short. Engines return words without a
 * duration, which would never be shown. The following word starts later; at the end of the media, the preceding words end
 * earlier. Punctuation stays at the edges of its word.
 *
 * @param entries in order, without overlaps, in whole milliseconds, within the media
 */
export const withMinimumDurations = (entries: Transcript, durationSeconds: number): WordEntry[] => {
  const words = entries.filter(({ type }) => type === "word").length;
  const endMs = Math.floor(durationSeconds * 1000);
  const roomMs = endMs - toWholeMilliseconds(entries[0]?.startSeconds ?? 0);
  const minMs = Math.max(0, Math.min(minWordMs, Math.floor(roomMs / Math.max(1, words))));
  const requiredMs = ({ type }: WordEntry): number => (type === "word" ? minMs : 0);
  if (
    !entries.some(
      (entry) =>
        toWholeMilliseconds(entry.endSeconds) - toWholeMilliseconds(entry.startSeconds) < requiredMs(entry),
    )
  )
    return [...entries];

  const spans = entries.map(({ startSeconds, endSeconds }) => ({
    from: toWholeMilliseconds(startSeconds),
    to: toWholeMilliseconds(endSeconds),
  }));
  let earliest = 0;
  spans.forEach((span, index) => {
    const required = requiredMs(entries[index] as WordEntry);
    span.from = Math.max(span.from, earliest);
    span.to = Math.max(span.to, span.from + required);
    earliest = span.to;
  });
  let latest = endMs;
  spans.forEach((_, back) => {
    const index = spans.length - 1 - back;
    const span = spans[index] as (typeof spans)[number];
    span.to = Math.min(span.to, latest);
    span.from = Math.min(span.from, span.to - requiredMs(entries[index] as WordEntry));
    latest = span.from;
  });
  return entries.map((entry, index) => {
    const { from, to } = spans[index] as (typeof spans)[number];
    return { ...entry, startSeconds: from / 1000, endSeconds: to / 1000 };
  });
};
