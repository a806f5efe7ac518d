export function multiplyMatrices(first, second) {
  const columns = second[0]?.length ?? 0;
  const fits = columns === 0 || first.every((row) => row.length === second.length);
  if (!fits || second.some((row) => row.length !== columns)) {
    throw new RangeError("the matrices do not fit together");
  }
  return first.map((row) =>
    Array.from({ length: columns }, (_, column) =>
      row.reduce((total, number, place) => total + number * second[place][column], 0),
    ),
  );
}
