export function isPrime(n: number): boolean {
  for (let divisor = 2; divisor * divisor <= n; divisor += 1) {
    if (n % divisor === 0) {
      return false;
    }
  }
  return n > 1;
}
