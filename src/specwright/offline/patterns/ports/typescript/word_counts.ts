export function wordCounts(text: string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.match(/\S+/g) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
