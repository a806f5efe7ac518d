export function longestIncreasingSubsequence(nums) {
  const tails = [];
  for (const number of nums) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (tails[middle] < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    tails[low] = number;
  }
  return tails.length;
}
