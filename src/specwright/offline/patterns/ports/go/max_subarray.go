package solution

// MaxSubarray returns the largest sum of any non-empty contiguous subarray.
func MaxSubarray(nums []int) int {
	best, current := nums[0], nums[0]
	for _, number := range nums[1:] {
		current = max(number, current+number)
		best = max(best, current)
	}
	return best
}
