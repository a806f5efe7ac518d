export function sortDescending(nums) {
  return [...nums].sort((a, b) => b - a);
}
