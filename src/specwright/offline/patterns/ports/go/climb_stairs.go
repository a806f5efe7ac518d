package solution

// ClimbStairs returns in how many ways n stairs can be climbed by steps of one or two.
func ClimbStairs(n int) int {
	before, ways := 0, 1
	for stair := 1; stair <= n; stair++ {
		before, ways = ways, before+ways
		if ways < before {
			panic("the result is too large for an int")
		}
	}
	return ways
}
