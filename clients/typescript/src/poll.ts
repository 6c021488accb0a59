import { CapstackError } from "./capstack-error.ts";

export interface PollOptions<T> {
  /** Milliseconds in all; 30 minutes by default. A DOMException named TimeoutError ends the waiting. */
  deadlineMs?: number;
  /** Milliseconds before the second look, and at most; each wait is a quarter longer than the one before. */
  pauseMs?: { first: number; longest: number };
  /** Called with what every look has found. */
  onLook?: (found: T) => void;
  signal?: AbortSignal;
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
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

/** An answer that says "not now": the next look is due after its Retry-After, or after the usual pause. */
const isTransient = (error: unknown): error is CapstackError =>
  error instanceof CapstackError && [429, 502, 503, 504].includes(error.statusCode);

/** Looks until `isDone`, every 2 to 5 seconds. */
export const poll = async <T>(
  look: (signal: AbortSignal) => Promise<T>,
  isDone: (found: T) => boolean,
  options: PollOptions<T> = {},
): Promise<T> => {
  const { deadlineMs = 30 * 60_000, pauseMs = { first: 2_000, longest: 5_000 }, onLook } = options;
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
  let waitMs = pauseMs.first;
  for (;;) {
    let askedMs = 0;
    try {
      const found = await look(signal);
      onLook?.(found);
      if (isDone(found)) return found;
    } catch (error) {
      if (!isTransient(error)) throw error;
      askedMs = (error.retryAfterSeconds ?? 0) * 1000;
    }
    await pause(Math.max(waitMs, askedMs), signal);
    waitMs = Math.min(waitMs * 1.25, pauseMs.longest);
  }
};
