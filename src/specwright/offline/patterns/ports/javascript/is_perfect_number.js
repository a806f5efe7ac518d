export function isPerfectNumber(n) {
  let total = 1;
  for (let divisor = 2; divisor * divisor <= n; divisor += 1) {
    if (n % divisor === 0) {
      total += divisor * divisor === n ? divisor : divisor + n / divisor;
    }
  }
  return n > 1 && total === n;
}
