export function primeFactors(n) {
  const factors = [];
  let rest = n;
  for (let divisor = 2; divisor * divisor <= rest; divisor += 1) {
    while (rest % divisor === 0) {
      factors.push(divisor);
      rest /= divisor;
    }
  }
  return rest > 1 ? [...factors, rest] : factors;
}
