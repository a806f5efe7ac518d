package solution

// IsPerfectNumber tells whether the positive n equals the sum of its divisors other than itself.
func IsPerfectNumber(n int) bool {
	total := 1
	for divisor := 2; divisor*divisor <= n; divisor++ {
		if n%divisor == 0 {
			total += divisor
			if divisor*divisor != n {
				total += n / divisor
			}
		}
	}
	return n > 1 && total == n
}
