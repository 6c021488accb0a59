import type { TimeSpan } from "./time-span.ts";

/**
 * Times of clients are often sums of floating-point numbers, such as 0.1 + 0.2. Seconds; a difference below this is rounding.
 * No engine's times are more accurate than a millisecond.
 */
const roundingSeconds = 0.0005;

/** Returns whether a time is earlier than another one by more than rounding. Seconds. */
export const isEarlier = (seconds: number, otherSeconds: number): boolean =>
  otherSeconds - seconds >= roundingSeconds;

/**
 * Removes overlaps within rounding: an end is moved to the next start, and an end before its start to that start.
 *
 * @param spans in chronological order by `isEarlier`
 * @returns the same spans, with ends that are exactly at or before the next start
 */
export const withoutOverlaps = <T extends TimeSpan>(spans: readonly T[]): T[] => {
  const result: T[] = [];
  let nextStart = Number.POSITIVE_INFINITY;
  for (const span of spans.toReversed()) {
    const endSeconds = Math.min(Math.max(span.startSeconds, span.endSeconds), nextStart);
    nextStart = Math.min(span.startSeconds, endSeconds);
    result.push({ ...span, startSeconds: nextStart, endSeconds });
  }
  return result.reverse();
};
