package solution

// MoveZeroes returns the numbers with all zeroes moved to the end and the others in their order.
func MoveZeroes(nums []int) []int {
	result := make([]int, len(nums))
	place := 0
	for _, number := range nums {
		if number != 0 {
			result[place] = number
			place++
		}
	}
	return result
}
