package solution

import "math/big"

// LeastCommonMultiple returns the smallest positive integer that both a and b divide, or 0 if one of them is 0.
func LeastCommonMultiple(a int, b int) int {
	if a == 0 || b == 0 {
		return 0
	}
	first, second := big.NewInt(int64(a)), big.NewInt(int64(b))
	first.Abs(first)
	second.Abs(second)
	common := new(big.Int).GCD(nil, nil, first, second)
	multiple := first.Mul(first.Div(first, common), second)
	if !multiple.IsInt64() {
		panic("the result is too large for an int")
	}
	return int(multiple.Int64())
}
