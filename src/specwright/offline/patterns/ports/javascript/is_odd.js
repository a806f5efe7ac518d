export function isOdd(n) {
  return n % 2 !== 0;
}
