export function editDistance(first, second) {
  const from = [...first];
  const to = [...second];
  let previous = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const change = previous[column - 1] + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(previous[column] + 1, current[column - 1] + 1, change));
    }
    previous = current;
  }
  return previous[to.length];
}
