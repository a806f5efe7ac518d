package solution

// IsOdd tells whether n is odd.
func IsOdd(n int) bool {
	return n%2 != 0
}
