package solution

import "sort"

// MergeIntervals returns the intervals sorted and with all that overlap or touch merged into one.
func MergeIntervals(intervals [][]int) [][]int {
	ordered := [][]int{}
	for _, interval := range intervals {
		ordered = append(ordered, []int{interval[0], interval[1]})
	}
	sort.Slice(ordered, func(i, j int) bool {
		if ordered[i][0] != ordered[j][0] {
			return ordered[i][0] < ordered[j][0]
		}
		return ordered[i][1] < ordered[j][1]
	})
	merged := [][]int{}
	for _, interval := range ordered {
		if last := len(merged) - 1; last >= 0 && interval[0] <= merged[last][1] {
			merged[last][1] = max(merged[last][1], interval[1])
		} else {
			merged = append(merged, interval)
		}
	}
	return merged
}
