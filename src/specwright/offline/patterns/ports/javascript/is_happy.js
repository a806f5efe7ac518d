export function isHappy(n) {
  if (n < 0) {
    throw new RangeError("only for numbers that are not negative");
  }
  const seen = new Set();
  let current = n;
  while (current !== 1 && !seen.has(current)) {
    seen.add(current);
    current = [...String(current)].reduce((total, digit) => total + Number(digit) ** 2, 0);
  }
  return current === 1;
}
