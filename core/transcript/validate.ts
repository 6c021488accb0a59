import { isEarlier } from "../time/without-overlaps.ts";
import type { Transcript } from "./word-entry.ts";

/** Maximum number of reported problems. */
const maxProblems = 20;

/**
 * Returns one sentence per entry whose times are out of order or whose text is blank, in the wire spelling of clients; at most 20.
 * Differences of less than half a millisecond are ignored. Entries are counted from 0; `path` precedes the index ("transcript" gives
 * `transcript[3].start_time`). Source: specification, "Ordering rules for an updated transcript".
 */
export const transcriptProblems = (transcript: Transcript, path: string): string[] => {
  const problems: string[] = [];
  let previousEnd = 0;
  for (const [index, entry] of transcript.entries()) {
    const name = `${path}[${index}]`;
    if (isEarlier(entry.endSeconds, entry.startSeconds)) {
      problems.push(
        `${name}.end_time (${entry.endSeconds}) must not be less than its start_time (${entry.startSeconds})`,
      );
    }
    if (isEarlier(entry.startSeconds, previousEnd)) {
      problems.push(
        `${name}.start_time (${entry.startSeconds}) must not be less than the previous end_time (${previousEnd}). Reorder the entries or adjust the times`,
      );
    }
    if (entry.text.trim() === "") problems.push(`${name}.text must not be blank`);
    if (problems.length >= maxProblems) break;
    previousEnd = Math.max(previousEnd, entry.endSeconds);
  }
  return problems.slice(0, maxProblems);
};

/** Longer than any spoken word and almost any caption; times in milliseconds make every word longer. */
const implausibleWordSeconds = 50;

/**
 * Returns the problem of a supplied transcript whose times are not seconds of the video: no entry starts within the video, or half
 * of the words start after its end and last a minute. Null for any other transcript, also for one that is longer than the video.
 *
 * @param path name of the field; empty for a body
 */
export const timeUnitProblem = (
  transcript: Transcript,
  durationSeconds: number,
  path: string,
): string | null => {
  const isBeyond = ({ startSeconds }: Transcript[number]): boolean => startSeconds >= durationSeconds;
  if (transcript.length === 0) return null;
  const words = transcript.filter(({ type }) => type === "word");
  const isMostlyBeyond = words.filter(isBeyond).length * 2 >= words.length;
  const lengths = words
    .map(({ startSeconds, endSeconds }) => endSeconds - startSeconds)
    .sort((a, b) => a - b);
  const isOutside = transcript.every(isBeyond);
  const isImplausible = isMostlyBeyond && (lengths[lengths.length >> 1] ?? 0) >= implausibleWordSeconds;
  if (!isOutside && !isImplausible) return null;
  const subject = path === "" ? "The transcript" : path;
  const finding = isOutside ? "no entry before" : "most words after";
  return `${subject} has ${finding} the end of the video (${durationSeconds} s). Times are in seconds: divide milliseconds by 1000`;
};
