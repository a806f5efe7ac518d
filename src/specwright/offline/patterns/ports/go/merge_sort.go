package solution

// MergeSort returns the numbers in ascending order, sorted by merging halves.
func MergeSort(nums []int) []int {
	if len(nums) < 2 {
		return append([]int{}, nums...)
	}
	middle := len(nums) / 2
	left, right := MergeSort(nums[:middle]), MergeSort(nums[middle:])
	merged := make([]int, 0, len(nums))
	for len(left) > 0 && len(right) > 0 {
		if left[0] <= right[0] {
			merged, left = append(merged, left[0]), left[1:]
		} else {
			merged, right = append(merged, right[0]), right[1:]
		}
	}
	return append(append(merged, left...), right...)
}
