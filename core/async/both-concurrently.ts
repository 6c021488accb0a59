/**
 * Runs two parts of a piece of work concurrently. When the first fails, the second is stopped by its signal, and the error is that of the
 * first. Returns or throws when both have ended.
 */
export const bothConcurrently = async <A, B>(
  first: Promise<A>,
  second: (signal: AbortSignal) => Promise<B>,
  signal: AbortSignal | undefined,
): Promise<[A, B]> => {
  const stop = new AbortController();
  first.catch(() => stop.abort());
  const own = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const [one, other] = await Promise.allSettled([first, second(own)]);
  if (one.status === "rejected") throw one.reason;
  if (other.status === "rejected") throw other.reason;
  return [one.value, other.value];
};
