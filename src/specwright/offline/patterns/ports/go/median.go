package solution

import "sort"

// Median returns the middle of the sorted numbers, or the mean of the two in the middle.
func Median(nums []float64) float64 {
	if len(nums) == 0 {
		panic("an empty list has no median")
	}
	ordered := append([]float64{}, nums...)
	sort.Float64s(ordered)
	middle := len(ordered) / 2
	if len(ordered)%2 == 1 {
		return ordered[middle]
	}
	return (ordered[middle-1] + ordered[middle]) / 2
}
