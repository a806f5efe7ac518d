export function pascalTriangle(n: number): number[][] {
  const rows: number[][] = [];
  for (let size = 1; size <= n; size += 1) {
    const last = rows[rows.length - 1] ?? [];
    const row = Array.from({ length: size }, (_, place) =>
      place === 0 || place === size - 1 ? 1 : last[place - 1]! + last[place]!,
    );
    if (row.some((number) => number > Number.MAX_SAFE_INTEGER)) {
      throw new RangeError("the rows become too large for a number");
    }
    rows.push(row);
  }
  return rows;
}
