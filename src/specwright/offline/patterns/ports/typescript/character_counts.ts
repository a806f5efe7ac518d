export function characterCounts(text: string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const char of text) {
    counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
