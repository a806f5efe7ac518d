export function houseRobber(nums) {
  let [taken, skipped] = [0, 0];
  for (const number of nums) {
    [taken, skipped] = [skipped + number, Math.max(taken, skipped)];
  }
  return Math.max(taken, skipped);
}
