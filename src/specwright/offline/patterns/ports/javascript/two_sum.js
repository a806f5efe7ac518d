export function twoSum(nums, target) {
  const seen = new Map();
  for (let place = 0; place < nums.length; place += 1) {
    const other = seen.get(target - nums[place]);
    if (other !== undefined) {
      return [other, place];
    }
    seen.set(nums[place], place);
  }
  return [];
}
