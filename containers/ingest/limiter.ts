/** Returns a function that runs at most `concurrency` of the works passed to it at a time; the others wait in order. */
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
