package solution

import (
	"math"
)

// ReverseInteger returns n with its decimal digits in reverse order and its sign kept.
func ReverseInteger(n int) int {
	result := 0
	for ; n != 0; n /= 10 {
		digit := n % 10
		if result > (math.MaxInt-9)/10 || result < (math.MinInt+9)/10 {
			panic("the result is too large for an int")
		}
		result = result*10 + digit
	}
	return result
}
