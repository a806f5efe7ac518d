export function missingNumber(nums) {
  const count = nums.length;
  return (count * (count + 1)) / 2 - nums.reduce((total, number) => total + number, 0);
}
