/** Returns the median; the upper one of an even number of values, 0 without values. */
export const medianOf = (values: ArrayLike<number>): number =>
  new Float64Array(values).sort()[Math.floor(values.length / 2)] ?? 0;
