/** Processes items in order with at most `concurrency` at a time. Rejects with the error of the first failure. */
export const forEachConcurrently = async <T>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const open = [...items].values();
  const take = async (): Promise<void> => {
    for (const item of open) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, take));
};
