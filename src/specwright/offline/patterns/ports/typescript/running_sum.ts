export function runningSum(nums: number[]): number[] {
  let total = 0;
  return nums.map((number) => {
    total += number;
    return total;
  });
}
