export function isPalindromeNumber(n: number): boolean {
  const digits = [...String(n)];
  return digits.join("") === digits.reverse().join("");
}
