package solution

// LongestConsecutive returns the length of the longest run of consecutive integers found anywhere in the numbers.
func LongestConsecutive(nums []int) int {
	values := map[int]bool{}
	for _, number := range nums {
		values[number] = true
	}
	best := 0
	for start := range values {
		if values[start-1] {
			continue
		}
		length := 1
		for values[start+length] {
			length++
		}
		best = max(best, length)
	}
	return best
}
