export function factorial(n) {
  if (n < 0) {
    throw new RangeError("the factorial of a negative number is not defined");
  }
  let result = 1;
  for (let factor = 2; factor <= n; factor += 1) {
    result *= factor;
    if (result > Number.MAX_SAFE_INTEGER) {
      throw new RangeError("the result is too large for a number");
    }
  }
  return result;
}
