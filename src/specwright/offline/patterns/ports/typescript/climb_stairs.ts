export function climbStairs(n: number): number {
  let [before, ways] = [0, 1];
  for (let stair = 1; stair <= n; stair += 1) {
    [before, ways] = [ways, before + ways];
    if (ways > Number.MAX_SAFE_INTEGER) {
      throw new RangeError("the result is too large for a number");
    }
  }
  return ways;
}
