export function reverseString(text: string): string {
  return [...text].reverse().join("");
}
