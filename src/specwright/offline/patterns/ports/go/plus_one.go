package solution

// PlusOne returns the digits of the number written in digits, plus one.
func PlusOne(digits []int) []int {
	result := append([]int{}, digits...)
	for place := len(result) - 1; place >= 0; place-- {
		if result[place] < 9 {
			result[place]++
			return result
		}
		result[place] = 0
	}
	return append([]int{1}, result...)
}
