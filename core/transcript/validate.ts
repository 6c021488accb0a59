import type { Transcript } from "./word-entry.ts";

/** Sentences told at once; a file that is wrong throughout is not recited. */
const maxProblems = 20;

/**
 * Returns one sentence per entry whose times are out of order or whose text is blank, in the wire spelling of clients; at most 20.
 * Entries are counted from 0; `path` precedes the index ("transcript" gives `transcript[3].start_time`).
 * Source: specification, "Ordering rules for an updated transcript".
 */
export const transcriptProblems = (transcript: Transcript, path: string): string[] => {
  const problems: string[] = [];
  let previousEnd = 0;
  for (const [index, entry] of transcript.entries()) {
    const name = `${path}[${index}]`;
    if (entry.endSeconds < entry.startSeconds) {
      problems.push(
        `${name}.end_time ${entry.endSeconds} must not be before its start_time ${entry.startSeconds}`,
      );
    }
    if (entry.startSeconds < previousEnd) {
      problems.push(
        `${name}.start_time ${entry.startSeconds} must not be before ${previousEnd}, the end of the entry before it`,
      );
    }
    if (entry.text.trim() === "") problems.push(`${name}.text must not be blank`);
    if (problems.length >= maxProblems) break;
    previousEnd = Math.max(previousEnd, entry.endSeconds);
  }
  return problems.slice(0, maxProblems);
};
