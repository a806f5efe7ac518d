export function isArmstrong(n) {
  if (n < 0) {
    return false;
  }
  const digits = [...String(n)];
  const total = digits.reduce((sum, digit) => sum + BigInt(digit) ** BigInt(digits.length), 0n);
  return total === BigInt(n);
}
