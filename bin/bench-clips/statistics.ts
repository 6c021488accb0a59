export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Spearman's rank correlation, -1 to 1; equal values share their rank. */
export const spearman = (a: readonly number[], b: readonly number[]): number => pearson(ranks(a), ranks(b));

const ranks = (values: readonly number[]): number[] =>
  values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal - 1) / 2;
  });

const pearson = (a: readonly number[], b: readonly number[]): number => {
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

/** Strength with which the weights of features, in units of their deviation, stay near 0. */
const ridge = 300;

/** Fits weights of features to marks by least squares (ridge regression). Features and marks have a mean of 0. */
export const ridgeWeights = (rows: readonly (readonly number[])[], marks: readonly number[]): number[] => {
  const count = rows[0]?.length ?? 0;
  const columns = Array.from({ length: count }, (_, at) => rows.map((row) => row[at] ?? 0));
  const deviations = columns.map((column) => Math.sqrt(mean(column.map((value) => value ** 2))) || 1);
  const scaled = columns.map((column, at) => column.map((value) => value / (deviations[at] ?? 1)));
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  const matrix = scaled.map((own, at) =>
    scaled.map((other, to) => dot(own, other) + (at === to ? ridge : 0)),
  );
  const solution = solve(
    matrix,
    scaled.map((column) => dot(column, marks)),
  );
  return solution.map((weight, at) => weight / (deviations[at] ?? 1));
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
