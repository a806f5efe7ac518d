export function isAnagram(first, second) {
  return [...first].sort().join("") === [...second].sort().join("");
}
