package solution

// MissingNumber returns the one number of 0 to n that is missing from the n distinct numbers.
func MissingNumber(nums []int) int {
	missing := len(nums) * (len(nums) + 1) / 2
	for _, number := range nums {
		missing -= number
	}
	return missing
}
