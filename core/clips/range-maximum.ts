/**
 * Creates a function for the largest value of a half-open range within the values, 0 for an empty one, in constant time.
 * Source: sparse tables of ranges whose lengths are powers of two.
 */
export const createRangeMaximum = (values: readonly number[]): ((from: number, to: number) => number) => {
  const levels = [Float32Array.from(values)];
  for (let length = 2; length <= values.length; length *= 2) {
    const halves = levels.at(-1) ?? new Float32Array(0);
    const count = values.length - length + 1;
    levels.push(
      Float32Array.from({ length: count }, (_, at) =>
        Math.max(halves[at] ?? 0, halves[at + length / 2] ?? 0),
      ),
    );
  }
  return (from, to) => {
    if (to <= from) return 0;
    const level = 31 - Math.clz32(to - from);
    return Math.max(levels[level]?.[from] ?? 0, levels[level]?.[to - 2 ** level] ?? 0);
  };
};
