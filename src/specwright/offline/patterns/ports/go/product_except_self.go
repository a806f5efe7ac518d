package solution

// ProductExceptSelf returns for each index the product of all the other numbers.
func ProductExceptSelf(nums []int) []int {
	result := make([]int, len(nums))
	before := 1
	for place, number := range nums {
		result[place] = before
		before *= number
	}
	after := 1
	for place := len(nums) - 1; place >= 0; place-- {
		result[place] *= after
		after *= nums[place]
	}
	return result
}
