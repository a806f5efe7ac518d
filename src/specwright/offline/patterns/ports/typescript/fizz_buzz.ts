export function fizzBuzz(n: number): string[] {
  const words: string[] = [];
  for (let i = 1; i <= n; i += 1) {
    const word = (i % 3 === 0 ? "Fizz" : "") + (i % 5 === 0 ? "Buzz" : "");
    words.push(word || String(i));
  }
  return words;
}
