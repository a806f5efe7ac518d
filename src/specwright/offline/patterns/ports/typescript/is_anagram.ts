export function isAnagram(first: string, second: string): boolean {
  return [...first].sort().join("") === [...second].sort().join("");
}
