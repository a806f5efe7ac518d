export function fromBinary(digits: string): number {
  if (!/^\s*[+-]?[01]+\s*$/.test(digits)) {
    throw new RangeError(`not a binary number: ${digits}`);
  }
  return Number.parseInt(digits, 2) + 0;
}
