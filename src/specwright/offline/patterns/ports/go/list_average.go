package solution

// ListAverage returns the average of the numbers, which must not be empty.
func ListAverage(nums []float64) float64 {
	if len(nums) == 0 {
		panic("an empty list has no average")
	}
	total := 0.0
	for _, number := range nums {
		total += number
	}
	return total / float64(len(nums))
}
