export function coinChange(coins: number[], amount: number): number {
  if (amount < 0) {
    return -1;
  }
  const fewest = [0];
  for (let value = 1; value <= amount; value += 1) {
    const ways = coins.filter((coin) => coin > 0 && coin <= value).map((coin) => fewest[value - coin]! + 1);
    fewest.push(Math.min(amount + 1, ...ways));
  }
  return fewest[amount]! <= amount ? fewest[amount]! : -1;
}
