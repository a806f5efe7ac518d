package solution

import "math/big"

// Binomial returns in how many ways k of n things can be chosen.
func Binomial(n int, k int) int {
	if k < 0 || k > n {
		return 0
	}
	result := new(big.Int).Binomial(int64(n), int64(k))
	if !result.IsInt64() {
		panic("the result is too large for an int")
	}
	return int(result.Int64())
}
