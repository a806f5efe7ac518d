export function missingNumber(nums: number[]): number {
  const count = nums.length;
  return (count * (count + 1)) / 2 - nums.reduce((total, number) => total + number, 0);
}
