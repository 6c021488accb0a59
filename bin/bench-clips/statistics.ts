/** Spearman's rank correlation, -1 to 1; equal values share their rank. */
export const spearman = (a: readonly number[], b: readonly number[]): number => pearson(ranks(a), ranks(b));

const ranks = (values: readonly number[]): number[] =>
  values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal - 1) / 2;
  });

const pearson = (a: readonly number[], b: readonly number[]): number => {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const [meanA, meanB] = [mean(a), mean(b)];
  let [product, squareA, squareB] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    const [x, y] = [value - meanA, (b[at] ?? 0) - meanB];
    product += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  return squareA * squareB === 0 ? 0 : product / Math.sqrt(squareA * squareB);
};

/** Strength with which fitted weights stay near those that they start from. */
const ridge: number = 12;

/**
 * Fits weights of features to marks by least squares, near given weights (ridge regression to a prior). A common offset is
 * fitted too, and not returned.
 */
export const fitWeights = (
  rows: readonly (readonly number[])[],
  marks: readonly number[],
  prior: readonly number[],
): number[] => {
  const count = prior.length;
  const means = prior.map((_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length);
  const meanMark = marks.reduce((sum, mark) => sum + mark, 0) / marks.length;
  const matrix = prior.map((_, at) => prior.map((_, other) => (at === other ? ridge : 0)));
  const values = prior.map((weight) => ridge * weight);
  for (const [index, row] of rows.entries()) {
    const centered = prior.map((_, at) => (row[at] ?? 0) - (means[at] ?? 0));
    const mark = (marks[index] ?? 0) - meanMark;
    for (let at = 0; at < count; at += 1) {
      values[at] = (values[at] ?? 0) + (centered[at] ?? 0) * mark;
      for (let other = 0; other < count; other += 1) {
        const line = matrix[at];
        if (line) line[other] = (line[other] ?? 0) + (centered[at] ?? 0) * (centered[other] ?? 0);
      }
    }
  }
  return solve(matrix, values);
};

/** Solves a positive definite system of equations by elimination. */
const solve = (matrix: number[][], values: number[]): number[] => {
  const count = values.length;
  for (let at = 0; at < count; at += 1) {
    for (let row = at + 1; row < count; row += 1) {
      const factor = (matrix[row]?.[at] ?? 0) / (matrix[at]?.[at] ?? 1);
      for (let column = at; column < count; column += 1) {
        const line = matrix[row];
        if (line) line[column] = (line[column] ?? 0) - factor * (matrix[at]?.[column] ?? 0);
      }
      values[row] = (values[row] ?? 0) - factor * (values[at] ?? 0);
    }
  }
  const result = new Array<number>(count).fill(0);
  for (let at = count - 1; at >= 0; at -= 1) {
    let sum = values[at] ?? 0;
    for (let other = at + 1; other < count; other += 1)
      sum -= (matrix[at]?.[other] ?? 0) * (result[other] ?? 0);
    result[at] = sum / (matrix[at]?.[at] ?? 1);
  }
  return result;
};
