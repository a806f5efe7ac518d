export function collatzSteps(n) {
  if (n < 1) {
    throw new RangeError("the sequence starts with a positive number");
  }
  let steps = 0;
  let current = n;
  while (current !== 1) {
    current = current % 2 === 0 ? current / 2 : 3 * current + 1;
    steps += 1;
  }
  return steps;
}
