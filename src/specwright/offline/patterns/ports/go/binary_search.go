package solution

// BinarySearch returns the index of target in the sorted numbers, or -1 if it is not there.
func BinarySearch(nums []int, target int) int {
	low, high := 0, len(nums)-1
	for low <= high {
		middle := (low + high) / 2
		if nums[middle] == target {
			return middle
		}
		if nums[middle] < target {
			low = middle + 1
		} else {
			high = middle - 1
		}
	}
	return -1
}
