import type { CaptioningTask } from "../tasks/captioning-task.ts";

/**
 * How long a state may take before it counts as stuck. Generous on purpose: heartbeats find what has died within five
 * minutes, these find what is alive and never ends.
 */
const secondsOf = (minimum: number, perMediaSecond: number, durationSeconds: number): number =>
  Math.min(maxStateSeconds, Math.ceil(minimum + perMediaSecond * durationSeconds));

/** Six hours: beyond what the longest accepted media needs on the smallest container. */
const maxStateSeconds = 21_600;

/** Speech recognition, queueing for a container included. */
export const speechTimeoutSeconds = (durationSeconds: number): number => secondsOf(1800, 10, durationSeconds);

/** Rendering; a 4K ProRes overlay takes about 20 s per second of media on one busy core. */
export const renderTimeoutSeconds = (durationSeconds: number): number => secondsOf(1800, 40, durationSeconds);

/** The parent's wait for the transcription machine: the recognition itself, its retries and the starts between them. */
export const transcriptionTimeoutSeconds = (durationSeconds: number): number =>
  3 * speechTimeoutSeconds(durationSeconds) + 600;

/** Waiting for approval ends one hour before the task expires, at once when that moment has passed. */
export const approvalTimeoutSeconds = (task: Pick<CaptioningTask, "expiresAt">, now: Date): number =>
  Math.max(1, Math.floor((Date.parse(task.expiresAt) - now.getTime()) / 1000) - 3600);
