export function primesUpTo(n: number): number[] {
  const crossed = new Set<number>();
  const primes: number[] = [];
  for (let number = 2; number <= n; number += 1) {
    if (crossed.has(number)) {
      continue;
    }
    primes.push(number);
    for (let multiple = number * number; multiple <= n; multiple += number) {
      crossed.add(multiple);
    }
  }
  return primes;
}
