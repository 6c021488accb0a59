import { capacityTimeoutSeconds } from "../capacity/capacity.ts";
import type { CaptioningTask } from "../tasks/captioning-task.ts";

/**
 * Returns how long a state may take. Generous: missing heartbeats reveal dead containers within five minutes, these limits
 * only end work that does not terminate.
 */
const boundedSeconds = (minimum: number, perMediaSecond: number, durationSeconds: number): number =>
  Math.min(maxStateSeconds, Math.ceil(minimum + perMediaSecond * durationSeconds));

/** Six hours: more than the longest accepted media needs on the smallest container. */
const maxStateSeconds = 21_600;

/** Time limit of speech recognition, including the wait for a container. */
export const speechTimeoutSeconds = (durationSeconds: number): number =>
  boundedSeconds(1800, 10, durationSeconds);

/** Time limit of a step of a dub: speech takes up to 3 s per second on one core, its check as much. */
export const dubTimeoutSeconds = (durationSeconds: number): number =>
  boundedSeconds(1800, 15, durationSeconds);

/** Time limit of rendering. A 4K ProRes overlay takes about 20 s per second of media on one busy core. */
export const renderTimeoutSeconds = (durationSeconds: number): number =>
  boundedSeconds(1800, 40, durationSeconds);

/** Two containers at most: the recognizer, or the extraction of the audio and the recognizer after it. */
const containersOfTranscription = 2;

/** Time limit of the transcription machine: the recognition, its retries, and the waits for containers. */
export const transcriptionTimeoutSeconds = (durationSeconds: number): number =>
  3 * speechTimeoutSeconds(durationSeconds) + containersOfTranscription * 2 * capacityTimeoutSeconds;

/** Time limit of the wait for approval: it ends one hour before the task expires, immediately when that has passed. */
export const approvalTimeoutSeconds = (task: Pick<CaptioningTask, "expiresAt">, now: Date): number =>
  Math.max(1, Math.floor((Date.parse(task.expiresAt) - now.getTime()) / 1000) - 3600);
