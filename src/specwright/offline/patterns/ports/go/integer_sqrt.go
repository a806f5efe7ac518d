package solution

// IntegerSqrt returns the largest integer whose square is at most x.
func IntegerSqrt(x int) int {
	low, high := 0, x
	for low < high {
		middle := low + (high-low)/2 + (high-low)%2
		if middle <= x/middle {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low
}
