/** Works on all items in order, on at most `atOnce` of them at the same time. Throws what the first work that fails throws. */
export const forEachConcurrently = async <T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const open = [...items].values();
  const take = async (): Promise<void> => {
    for (const item of open) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, take));
};
