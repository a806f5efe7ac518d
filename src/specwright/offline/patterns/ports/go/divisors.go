package solution

// Divisors returns all positive divisors of the positive n in ascending order.
func Divisors(n int) []int {
	if n < 0 {
		panic("only for numbers that are not negative")
	}
	small, large := []int{}, []int{}
	for number := 1; number*number <= n; number++ {
		if n%number == 0 {
			small = append(small, number)
			if number*number != n {
				large = append(large, n/number)
			}
		}
	}
	for place := len(large) - 1; place >= 0; place-- {
		small = append(small, large[place])
	}
	return small
}
