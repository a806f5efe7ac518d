package solution

// CoinChange returns the fewest of the coins, each used any number of times, that make amount, or -1.
func CoinChange(coins []int, amount int) int {
	if amount < 0 {
		return -1
	}
	fewest := make([]int, amount+1)
	for value := 1; value <= amount; value++ {
		fewest[value] = amount + 1
		for _, coin := range coins {
			if coin > 0 && coin <= value {
				fewest[value] = min(fewest[value], fewest[value-coin]+1)
			}
		}
	}
	if fewest[amount] > amount {
		return -1
	}
	return fewest[amount]
}
