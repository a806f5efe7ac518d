package solution

// IsPowerOfTwo tells whether n is a power of two.
func IsPowerOfTwo(n int) bool {
	return n > 0 && n&(n-1) == 0
}
