export function runningSum(nums) {
  let total = 0;
  return nums.map((number) => {
    total += number;
    return total;
  });
}
