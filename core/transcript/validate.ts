import type { Transcript } from "./word-entry.ts";

/** Sentences told at once; a file that is wrong throughout is not recited. */
const maxProblems = 20;

/**
 * What the schema of one entry cannot see: the order of times (fonts: core/fonts/word-fonts.ts). Entries are counted from 0; `path` stands
 * before the index ("transcript" gives `transcript[3].start_time`). Empty when all is well.
 * Source: specification, "Ordering rules for an updated transcript".
 */
export const transcriptProblems = (transcript: Transcript, path: string): string[] => {
  const problems: string[] = [];
  let previousEnd = 0;
  for (const [index, entry] of transcript.entries()) {
    const name = `${path}[${index}]`;
    if (entry.end_time < entry.start_time) {
      problems.push(
        `${name}.end_time ${entry.end_time} must not be before its start_time ${entry.start_time}`,
      );
    }
    if (entry.start_time < previousEnd) {
      problems.push(
        `${name}.start_time ${entry.start_time} must not be before ${previousEnd}, the end of the entry before it`,
      );
    }
    if (entry.text.trim() === "") problems.push(`${name}.text must not be blank`);
    if (problems.length >= maxProblems) break;
    previousEnd = Math.max(previousEnd, entry.end_time);
  }
  return problems.slice(0, maxProblems);
};
