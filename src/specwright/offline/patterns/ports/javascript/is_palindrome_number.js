export function isPalindromeNumber(n) {
  const digits = [...String(n)];
  return digits.join("") === digits.reverse().join("");
}
