export function binomial(n: number, k: number): number {
  if (k < 0 || k > n) {
    return 0;
  }
  const [things, chosen] = [BigInt(n), BigInt(Math.min(k, n - k))];
  let result = 1n;
  for (let step = 1n; step <= chosen; step += 1n) {
    result = (result * (things - chosen + step)) / step;
  }
  if (result > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new RangeError("the result is too large for a number");
  }
  return Number(result);
}
