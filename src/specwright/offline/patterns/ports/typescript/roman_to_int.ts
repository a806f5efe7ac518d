const VALUES = new Map([
  ["I", 1],
  ["V", 5],
  ["X", 10],
  ["L", 50],
  ["C", 100],
  ["D", 500],
  ["M", 1000],
]);

export function romanToInt(numeral: string): number {
  let [total, previous] = [0, 0];
  for (const letter of [...numeral].reverse()) {
    const value = VALUES.get(letter);
    if (value === undefined) {
      throw new RangeError(`not a Roman numeral: ${numeral}`);
    }
    total += value >= previous ? value : -value;
    previous = Math.max(previous, value);
  }
  return total;
}
