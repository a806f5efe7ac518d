export function characterCounts(text) {
  const counts = new Map();
  for (const char of text) {
    counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
