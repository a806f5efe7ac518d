export function longestCommonPrefix(words) {
  const [first, ...others] = words.map((word) => [...word]);
  if (first === undefined) {
    return "";
  }
  let length = 0;
  while (length < first.length && others.every((word) => word[length] === first[length])) {
    length += 1;
  }
  return first.slice(0, length).join("");
}
