export function isPowerOfTwo(n) {
  let rest = n;
  while (rest > 1 && rest % 2 === 0) {
    rest /= 2;
  }
  return rest === 1;
}
