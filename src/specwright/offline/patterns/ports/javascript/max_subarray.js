export function maxSubarray(nums) {
  if (nums.length === 0) {
    throw new RangeError("there is no subarray");
  }
  let best = -Infinity;
  let current = -Infinity;
  for (const number of nums) {
    current = Math.max(number, current + number);
    best = Math.max(best, current);
  }
  return best;
}
