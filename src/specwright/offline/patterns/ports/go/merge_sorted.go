package solution

// MergeSorted returns one sorted list with all the numbers of both sorted lists.
func MergeSorted(first []int, second []int) []int {
	merged := make([]int, 0, len(first)+len(second))
	for len(first) > 0 && len(second) > 0 {
		if first[0] <= second[0] {
			merged, first = append(merged, first[0]), first[1:]
		} else {
			merged, second = append(merged, second[0]), second[1:]
		}
	}
	return append(append(merged, first...), second...)
}
