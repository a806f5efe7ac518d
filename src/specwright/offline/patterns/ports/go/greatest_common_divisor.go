package solution

// GreatestCommonDivisor returns the largest integer that divides both a and b.
func GreatestCommonDivisor(a int, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		return -a
	}
	return a
}
