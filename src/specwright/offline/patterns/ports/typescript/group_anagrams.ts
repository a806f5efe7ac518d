export function groupAnagrams(words: string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const word of words) {
    const letters = [...word].sort().join("");
    const group = groups.get(letters) ?? [];
    groups.set(letters, group);
    group.push(word);
  }
  return [...groups.values()];
}
