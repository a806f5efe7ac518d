package solution

import "sort"

// KthLargest returns the k-th largest number, counting from 1 and counting repeated numbers.
func KthLargest(nums []int, k int) int {
	if k < 1 || len(nums) == 0 {
		panic("k counts from 1, and the list must not be empty")
	}
	ordered := append([]int{}, nums...)
	sort.Sort(sort.Reverse(sort.IntSlice(ordered)))
	return ordered[min(k, len(ordered))-1]
}
