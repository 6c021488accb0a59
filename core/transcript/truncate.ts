import type { Transcript, WordEntry } from "./word-entry.ts";

/**
 * A supplied or copied transcript cut to the media's length: what begins later is dropped, what ends later is cut short.
 * A mark at the very end stays with the word that it follows.
 * Source: specification, "transcriptTaskId" (a transcript longer than the video is truncated).
 */
export const truncateTranscript = (transcript: Transcript, durationSeconds: number): WordEntry[] => {
  const fitting: WordEntry[] = [];
  let wasKept = false;
  for (const entry of transcript) {
    const begins = entry.startSeconds < durationSeconds;
    const closes: boolean = entry.type === "punctuation" && entry.startSeconds === durationSeconds && wasKept;
    wasKept = begins || closes;
    if (wasKept) fitting.push({ ...entry, endSeconds: Math.min(entry.endSeconds, durationSeconds) });
  }
  return fitting;
};
