package solution

// BubbleSort returns the numbers in ascending order, sorted by swapping neighbours.
func BubbleSort(nums []int) []int {
	result := append([]int{}, nums...)
	for end := len(result) - 1; end > 0; end-- {
		for place := 0; place < end; place++ {
			if result[place] > result[place+1] {
				result[place], result[place+1] = result[place+1], result[place]
			}
		}
	}
	return result
}
