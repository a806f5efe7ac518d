export function kthLargest(nums, k) {
  const ordered = [...nums].sort((a, b) => b - a);
  const found = k < 1 ? undefined : ordered[Math.min(k, ordered.length) - 1];
  if (found === undefined) {
    throw new RangeError("k counts from 1, and the list must not be empty");
  }
  return found;
}
