package solution

// SingleNumber returns the number that appears once while every other number appears twice.
func SingleNumber(nums []int) int {
	result := 0
	for _, number := range nums {
		result ^= number
	}
	return result
}
