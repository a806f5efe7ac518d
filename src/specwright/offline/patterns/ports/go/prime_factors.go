package solution

// PrimeFactors returns the prime factors of the positive n in ascending order, as often as they divide it.
func PrimeFactors(n int) []int {
	factors := []int{}
	for divisor := 2; divisor <= n/divisor; divisor++ {
		for n%divisor == 0 {
			factors = append(factors, divisor)
			n /= divisor
		}
	}
	if n > 1 {
		factors = append(factors, n)
	}
	return factors
}
