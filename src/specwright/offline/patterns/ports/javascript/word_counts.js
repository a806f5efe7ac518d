export function wordCounts(text) {
  const counts = new Map();
  for (const word of text.match(/\S+/g) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
