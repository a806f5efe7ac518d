package solution

// IsPrime tells whether n is a prime number.
func IsPrime(n int) bool {
	for divisor := 2; divisor*divisor <= n; divisor++ {
		if n%divisor == 0 {
			return false
		}
	}
	return n > 1
}
