import { CapstackError } from "./capstack-error.ts";

export interface PollOptions<T> {
  /** Total milliseconds; 30 minutes by default. Then the poll fails with a DOMException named TimeoutError. */
  deadlineMs?: number | undefined;
  /** Milliseconds before the second request, and the maximum; each pause is a quarter longer than the one before. */
  pauseMs?: { first: number; longest: number } | undefined;
  /** Called with every result. */
  onPoll?: ((result: T) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Waits. Rejects with the signal's reason when it is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });

/** Whether to poll again, after the response's Retry-After or the usual pause. */
const isTransient = (error: unknown): error is CapstackError =>
  error instanceof CapstackError && [429, 502, 503, 504].includes(error.statusCode);

/** Polls every 2 to 5 seconds until `isDone`; returns the last result. */
export const poll = async <T>(
  request: (signal: AbortSignal) => Promise<T>,
  isDone: (result: T) => boolean,
  options: PollOptions<T> = {},
): Promise<T> => {
  const { deadlineMs = 30 * 60_000, pauseMs = { first: 2_000, longest: 5_000 }, onPoll } = options;
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
  let waitMs = pauseMs.first;
  for (;;) {
    let retryAfterMs = 0;
    try {
      const result = await request(signal);
      onPoll?.(result);
      if (isDone(result)) return result;
    } catch (error) {
      if (!isTransient(error)) throw error;
      retryAfterMs = (error.retryAfterSeconds ?? 0) * 1000;
    }
    await pause(Math.max(waitMs, retryAfterMs), signal);
    waitMs = Math.min(waitMs * 1.25, pauseMs.longest);
  }
};
