export function reverseInteger(n: number): number {
  const digits = Number([...String(Math.abs(n))].reverse().join(""));
  if (digits > Number.MAX_SAFE_INTEGER) {
    throw new RangeError("the result is too large for a number");
  }
  return n < 0 ? -digits : digits;
}
