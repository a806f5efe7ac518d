package solution

// Fibonacci returns the n-th Fibonacci number, where the 0th is 0 and the 1st is 1.
func Fibonacci(n int) int {
	before, current := 1, 0
	for step := 1; step <= n; step++ {
		before, current = current, before+current
		if current < before && step > 1 {
			panic("the result is too large for an int")
		}
	}
	return current
}
