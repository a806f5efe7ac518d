export function listAverage(nums: number[]): number {
  if (nums.length === 0) {
    throw new RangeError("an empty list has no average");
  }
  return nums.reduce((total, number) => total + number, 0) / nums.length;
}
