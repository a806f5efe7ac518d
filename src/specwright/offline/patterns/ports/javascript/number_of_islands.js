export function numberOfIslands(grid) {
  const seen = grid.map((row) => row.map((cell) => cell !== "1"));
  const isNew = (row, column) => seen[row]?.[column] === false;
  let islands = 0;
  for (const [startRow, line] of grid.entries()) {
    for (const startColumn of line.keys()) {
      if (!isNew(startRow, startColumn)) {
        continue;
      }
      islands += 1;
      const stack = [[startRow, startColumn]];
      for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
        const [row, column] = cell;
        if (isNew(row, column)) {
          seen[row][column] = true;
          stack.push([row + 1, column], [row - 1, column], [row, column + 1], [row, column - 1]);
        }
      }
    }
  }
  return islands;
}
