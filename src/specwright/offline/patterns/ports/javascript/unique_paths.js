export function uniquePaths(m, n) {
  if (n < 1) {
    throw new RangeError("a grid has a column at least");
  }
  const row = new Array(n).fill(1);
  for (let line = 1; line < m; line += 1) {
    for (let column = 1; column < n; column += 1) {
      row[column] += row[column - 1];
    }
  }
  if (row[n - 1] > Number.MAX_SAFE_INTEGER) {
    throw new RangeError("the result is too large for a number");
  }
  return row[n - 1];
}
