/**
 * Returns the number of items at the start of a list that satisfy a condition, which must hold for a prefix of the list
 * (binary search).
 */
export const partitionPoint = <Item>(items: readonly Item[], condition: (item: Item) => boolean): number => {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (condition(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
};
