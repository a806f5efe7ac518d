export function isPalindrome(text: string): boolean {
  const letters = (text.match(/[\p{L}\p{N}]/gu) ?? []).map((char) => char.toLowerCase());
  return letters.join("\0") === [...letters].reverse().join("\0");
}
