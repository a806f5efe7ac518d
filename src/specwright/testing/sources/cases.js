// The functions of the language conformance suite, in JavaScript.

export function add(a, b) {
  return a + b;
}

export function halve(x) {
  return x / 2;
}

export function reverseText(text) {
  return [...text].reverse().join('');
}

export function flatten(rows) {
  return rows.flat();
}

export function countWords(words) {
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries(counts);
}

export function invert(names) {
  return Object.fromEntries([...names].map(([number, name]) => [name, number]));
}

export function unique(numbers) {
  return new Set(numbers);
}

export function minMax(numbers) {
  if (numbers.length === 0) throw new RangeError('no numbers');
  return [Math.min(...numbers), Math.max(...numbers)];
}

export function firstEven(numbers) {
  return numbers.find((number) => number % 2 === 0) ?? null;
}

export function greet(name, times) {
  return [`hello ${name ?? 'nobody'}`, times];
}

export function divide(a, b) {
  if (b === 0) throw new RangeError('division by zero');
  return Math.floor(a / b);
}

export const isEven = (number) => number % 2 === 0;
