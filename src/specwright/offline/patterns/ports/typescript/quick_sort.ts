export function quickSort(nums: number[]): number[] {
  if (nums.length < 2) {
    return [...nums];
  }
  const pivot = nums[Math.floor(nums.length / 2)]!;
  const smaller = nums.filter((number) => number < pivot);
  const equal = nums.filter((number) => number === pivot);
  const larger = nums.filter((number) => number > pivot);
  return [...quickSort(smaller), ...equal, ...quickSort(larger)];
}
