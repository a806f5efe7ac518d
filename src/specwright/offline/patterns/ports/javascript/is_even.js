export function isEven(n) {
  return n % 2 === 0;
}
