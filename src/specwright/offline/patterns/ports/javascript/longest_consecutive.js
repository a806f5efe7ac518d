export function longestConsecutive(nums) {
  const values = new Set(nums);
  let best = 0;
  for (const start of values) {
    if (values.has(start - 1)) {
      continue;
    }
    let end = start;
    while (values.has(end + 1)) {
      end += 1;
    }
    best = Math.max(best, end - start + 1);
  }
  return best;
}
