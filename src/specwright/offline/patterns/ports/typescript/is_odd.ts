export function isOdd(n: number): boolean {
  return n % 2 !== 0;
}
