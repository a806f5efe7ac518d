export function groupAnagrams(words) {
  const groups = new Map();
  for (const word of words) {
    const letters = [...word].sort().join("");
    const group = groups.get(letters) ?? [];
    groups.set(letters, group);
    group.push(word);
  }
  return [...groups.values()];
}
