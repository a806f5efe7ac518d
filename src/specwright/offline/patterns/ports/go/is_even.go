package solution

// IsEven tells whether n is even.
func IsEven(n int) bool {
	return n%2 == 0
}
