package solution

import "math/bits"

// CountSetBits returns how many bits of the non-negative n are 1.
func CountSetBits(n int) int {
	if n < 0 {
		n = -n
	}
	return bits.OnesCount(uint(n))
}
