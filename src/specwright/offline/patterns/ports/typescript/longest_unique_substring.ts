export function longestUniqueSubstring(text: string): number {
  const lastSeen = new Map<string, number>();
  let [start, best] = [0, 0];
  for (const [place, char] of [...text].entries()) {
    start = Math.max(start, (lastSeen.get(char) ?? -1) + 1);
    lastSeen.set(char, place);
    best = Math.max(best, place - start + 1);
  }
  return best;
}
