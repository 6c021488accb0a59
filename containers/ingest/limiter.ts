/** Runs at most `concurrency` of the given pieces of work at once; the others wait their turn. */
export const createLimiter = (concurrency: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The slot is passed to the next waiter, so that no later caller can take it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
