package solution

// QuickSort returns the numbers in ascending order, sorted by partitioning around pivots.
func QuickSort(nums []int) []int {
	if len(nums) < 2 {
		return append([]int{}, nums...)
	}
	pivot := nums[len(nums)/2]
	smaller, equal, larger := []int{}, []int{}, []int{}
	for _, number := range nums {
		switch {
		case number < pivot:
			smaller = append(smaller, number)
		case number > pivot:
			larger = append(larger, number)
		default:
			equal = append(equal, number)
		}
	}
	return append(append(QuickSort(smaller), equal...), QuickSort(larger)...)
}
