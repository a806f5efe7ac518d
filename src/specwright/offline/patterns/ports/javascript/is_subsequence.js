export function isSubsequence(shorter, longer) {
  const letters = [...shorter];
  let found = 0;
  for (const char of longer) {
    if (char === letters[found]) {
      found += 1;
    }
  }
  return found === letters.length;
}
