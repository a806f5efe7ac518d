export function threeSum(nums) {
  const ordered = [...nums].sort((a, b) => a - b);
  const found = [];
  ordered.forEach((number, first) => {
    if (first > 0 && number === ordered[first - 1]) {
      return;
    }
    let low = first + 1;
    let high = ordered.length - 1;
    while (low < high) {
      const total = number + ordered[low] + ordered[high];
      if (total === 0) {
        found.push([number, ordered[low], ordered[high]]);
        low += 1;
        while (low < high && ordered[low] === ordered[low - 1]) {
          low += 1;
        }
      } else if (total < 0) {
        low += 1;
      } else {
        high -= 1;
      }
    }
  });
  return found;
}
