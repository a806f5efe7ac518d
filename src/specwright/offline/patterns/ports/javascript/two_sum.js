export function twoSum(nums, target) {
  const seen = new Map();
  for (const [place, number] of nums.entries()) {
    const other = seen.get(target - number);
    if (other !== undefined) {
      return [other, place];
    }
    seen.set(number, place);
  }
  return [];
}
