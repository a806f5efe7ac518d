package solution

// CollatzSteps returns how many steps the Collatz sequence takes from the positive n to 1.
func CollatzSteps(n int) int {
	if n < 1 {
		panic("the sequence starts with a positive number")
	}
	steps := 0
	for n != 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		steps++
	}
	return steps
}
