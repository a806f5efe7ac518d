export function leastCommonMultiple(a: number, b: number): number {
  if (a === 0 || b === 0) {
    return 0;
  }
  let [larger, smaller] = [Math.abs(a), Math.abs(b)];
  while (smaller !== 0) {
    [larger, smaller] = [smaller, larger % smaller];
  }
  const multiple = (Math.abs(a) / larger) * Math.abs(b);
  if (multiple > Number.MAX_SAFE_INTEGER) {
    throw new RangeError("the result is too large for a number");
  }
  return multiple;
}
