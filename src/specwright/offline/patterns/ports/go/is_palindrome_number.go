package solution

import "strconv"

// IsPalindromeNumber tells whether the decimal digits of n read the same in both directions.
func IsPalindromeNumber(n int) bool {
	digits := strconv.Itoa(n)
	for left, right := 0, len(digits)-1; left < right; left, right = left+1, right-1 {
		if digits[left] != digits[right] {
			return false
		}
	}
	return true
}
