package solution

import "strconv"

// IsArmstrong tells whether n is the sum of its digits, each to the power of the number of digits.
func IsArmstrong(n int) bool {
	if n < 0 {
		return false
	}
	digits := strconv.Itoa(n)
	rest := n
	for _, char := range digits {
		power := 1
		for range digits {
			power *= int(char - '0')
		}
		if power > rest {
			return false
		}
		rest -= power
	}
	return rest == 0
}
