import type { Transcript, WordEntry } from "./word-entry.ts";

/**
 * Truncates a supplied or copied transcript to the media's duration: entries that start later are dropped, entries that end
 * later are shortened. Punctuation at the very end is kept with its word.
 * Source: specification, "transcriptTaskId" (a transcript longer than the video is truncated).
 */
export const truncateTranscript = (transcript: Transcript, durationSeconds: number): WordEntry[] => {
  const kept: WordEntry[] = [];
  let wasKept = false;
  for (const entry of transcript) {
    const startsWithin = entry.startSeconds < durationSeconds;
    const isFinalPunctuation: boolean =
      entry.type === "punctuation" && entry.startSeconds === durationSeconds && wasKept;
    wasKept = startsWithin || isFinalPunctuation;
    if (wasKept) kept.push({ ...entry, endSeconds: Math.min(entry.endSeconds, durationSeconds) });
  }
  return kept;
};
