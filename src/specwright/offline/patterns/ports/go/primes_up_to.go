package solution

// PrimesUpTo returns all prime numbers from 2 up to and including n.
func PrimesUpTo(n int) []int {
	primes := []int{}
	if n < 2 {
		return primes
	}
	crossed := make([]bool, n+1)
	for number := 2; number <= n; number++ {
		if crossed[number] {
			continue
		}
		primes = append(primes, number)
		for multiple := number * number; multiple <= n; multiple += number {
			crossed[multiple] = true
		}
	}
	return primes
}
