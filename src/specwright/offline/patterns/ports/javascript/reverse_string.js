export function reverseString(text) {
  return [...text].reverse().join("");
}
