export function fibonacci(n: number): number {
  let [before, current] = [1, 0];
  for (let step = 1; step <= n; step += 1) {
    [before, current] = [current, before + current];
    if (current > Number.MAX_SAFE_INTEGER) {
      throw new RangeError("the result is too large for a number");
    }
  }
  return current;
}
