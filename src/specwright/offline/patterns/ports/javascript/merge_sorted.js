export function mergeSorted(first, second) {
  const merged = [];
  let [i, j] = [0, 0];
  while (i < first.length && j < second.length) {
    if (first[i] <= second[j]) {
      merged.push(first[i]);
      i += 1;
    } else {
      merged.push(second[j]);
      j += 1;
    }
  }
  return [...merged, ...first.slice(i), ...second.slice(j)];
}
