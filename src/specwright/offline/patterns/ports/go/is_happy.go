package solution

// IsHappy tells whether adding the squares of the digits of n, again and again, leads to 1.
func IsHappy(n int) bool {
	if n < 0 {
		panic("only for numbers that are not negative")
	}
	seen := map[int]bool{}
	for n != 1 && !seen[n] {
		seen[n] = true
		total := 0
		for ; n > 0; n /= 10 {
			total += (n % 10) * (n % 10)
		}
		n = total
	}
	return n == 1
}
