export function twoSum(nums: number[], target: number): number[] {
  const seen = new Map<number, number>();
  for (const [place, number] of nums.entries()) {
    const other = seen.get(target - number);
    if (other !== undefined) {
      return [other, place];
    }
    seen.set(number, place);
  }
  return [];
}
