export function greatestCommonDivisor(a, b) {
  let [larger, smaller] = [Math.abs(a), Math.abs(b)];
  while (smaller !== 0) {
    [larger, smaller] = [smaller, larger % smaller];
  }
  return larger;
}
