package solution

import "math"

// Factorial returns the product of the integers from 1 to n. It panics if n is negative.
func Factorial(n int) int {
	if n < 0 {
		panic("the factorial of a negative number is not defined")
	}
	result := 1
	for factor := 2; factor <= n; factor++ {
		if result > math.MaxInt/factor {
			panic("the result is too large for an int")
		}
		result *= factor
	}
	return result
}
