/** Costs that differ by less are equal: the division that was found first is kept. */
const tolerance = 1e-9;

/**
 * Divides a sequence into consecutive ranges with the minimum total cost, by dynamic programming.
 *
 * @param items the sequence
 * @param costsFrom the costs of the ranges that start at an index, with one item, two items and so on; at least the first
 * @returns the items of each range
 */
export const divideAtLeastCost = <Item>(
  items: readonly Item[],
  costsFrom: (from: number) => readonly number[],
): Item[][] => {
  const best = new Array<number>(items.length + 1).fill(Number.POSITIVE_INFINITY);
  const start = new Array<number>(items.length + 1).fill(0);
  best[0] = 0;
  for (let from = 0; from < items.length; from += 1) {
    let to = from;
    for (const own of costsFrom(from)) {
      to += 1;
      const cost = (best[from] ?? 0) + own;
      if (cost < (best[to] ?? 0) - tolerance) {
        best[to] = cost;
        start[to] = from;
      }
    }
  }
  const ranges: Item[][] = [];
  for (let to = items.length; to > 0; to = start[to] ?? 0) ranges.unshift(items.slice(start[to] ?? 0, to));
  return ranges;
};
