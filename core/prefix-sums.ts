/** Returns the sums of the first 0, 1, 2 … values. */
export const prefixSums = (values: readonly number[]): number[] => {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
};

/** Returns the sum of a half-open range of values. */
export const rangeSum = (sums: readonly number[], from: number, to: number): number =>
  (sums[to] ?? 0) - (sums[from] ?? 0);
