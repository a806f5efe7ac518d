package solution

// MaxProfit returns the largest profit from buying once and selling later at one of the prices, or 0.
func MaxProfit(prices []int) int {
	best := 0
	for place, lowest := 0, 0; place < len(prices); place++ {
		if place == 0 || prices[place] < lowest {
			lowest = prices[place]
		}
		best = max(best, prices[place]-lowest)
	}
	return best
}
