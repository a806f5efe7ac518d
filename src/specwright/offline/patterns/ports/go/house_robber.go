package solution

// HouseRobber returns the largest sum of numbers of which no two are neighbours.
func HouseRobber(nums []int) int {
	taken, skipped := 0, 0
	for _, number := range nums {
		taken, skipped = skipped+number, max(taken, skipped)
	}
	return max(taken, skipped)
}
