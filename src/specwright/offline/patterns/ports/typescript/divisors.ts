export function divisors(n: number): number[] {
  if (n < 0) {
    throw new RangeError("only for numbers that are not negative");
  }
  const small: number[] = [];
  const large: number[] = [];
  for (let number = 1; number * number <= n; number += 1) {
    if (n % number === 0) {
      small.push(number);
      if (number * number !== n) {
        large.push(n / number);
      }
    }
  }
  return [...small, ...large.reverse()];
}
