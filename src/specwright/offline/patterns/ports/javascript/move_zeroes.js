export function moveZeroes(nums) {
  const others = nums.filter((number) => number !== 0);
  const zeroes = new Array(nums.length - others.length).fill(0);
  return [...others, ...zeroes];
}
