export function median(nums) {
  if (nums.length === 0) {
    throw new RangeError("an empty list has no median");
  }
  const ordered = [...nums].sort((a, b) => a - b);
  const middle = Math.floor(ordered.length / 2);
  return ordered.length % 2 === 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2;
}
