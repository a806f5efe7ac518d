// The functions of the language conformance suite, in TypeScript.

export function add(a: bigint, b: bigint): bigint {
  return a + b;
}

export function halve(x: number): number {
  return x / 2;
}

export function reverseText(text: string): string {
  return [...text].reverse().join('');
}

export function flatten<T>(rows: T[][]): T[] {
  return rows.flat() as T[];
}

type Counts = Record<string, number>;

export function countWords(words: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries(counts);
}

export function invert(names: Map<number, string>): Record<string, number> {
  return Object.fromEntries([...names].map(([number, name]): [string, number] => [name, number]));
}

export function unique(numbers: number[]): Set<number> {
  return new Set<number>(numbers);
}

export function minMax(numbers: number[]): [number, number] {
  if (numbers.length === 0) throw new RangeError('no numbers');
  return [Math.min(...numbers), Math.max(...numbers)];
}

export function firstEven(numbers: number[]): number | null {
  return numbers.find((number) => number % 2 === 0) ?? null;
}

enum Word {
  Nobody = 'nobody',
}

export function greet(name: string | null, times: number): [string, number] {
  return [`hello ${name ?? Word.Nobody}`, times];
}

export function divide(a: number, b: number): number {
  if (b === 0) throw new RangeError('division by zero');
  return Math.floor(a / b);
}

export const isEven = (number: number): boolean => number % 2 === 0;
