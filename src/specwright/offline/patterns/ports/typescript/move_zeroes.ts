export function moveZeroes(nums: number[]): number[] {
  const others = nums.filter((number) => number !== 0);
  const zeroes = new Array<number>(nums.length - others.length).fill(0);
  return [...others, ...zeroes];
}
