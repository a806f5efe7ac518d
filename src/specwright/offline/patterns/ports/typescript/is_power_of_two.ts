export function isPowerOfTwo(n: number): boolean {
  let rest = n;
  while (rest > 1 && rest % 2 === 0) {
    rest /= 2;
  }
  return rest === 1;
}
