package solution

import "sort"

// SortDescending returns the numbers in descending order.
func SortDescending(nums []int) []int {
	ordered := append([]int{}, nums...)
	sort.Sort(sort.Reverse(sort.IntSlice(ordered)))
	return ordered
}
