package solution

// DigitSum returns the sum of the decimal digits of n.
func DigitSum(n int) int {
	total := 0
	for ; n != 0; n /= 10 {
		digit := n % 10
		if digit < 0 {
			digit = -digit
		}
		total += digit
	}
	return total
}
