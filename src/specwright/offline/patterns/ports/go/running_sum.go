package solution

// RunningSum returns for each index the sum of the numbers up to and including it.
func RunningSum(nums []int) []int {
	sums := make([]int, len(nums))
	total := 0
	for place, number := range nums {
		total += number
		sums[place] = total
	}
	return sums
}
