package solution

// LongestPalindrome returns the longest palindrome that is a substring of the text; of several, the first.
func LongestPalindrome(text string) string {
	letters := []rune(text)
	best := []rune{}
	for middle := range letters {
		for _, right := range []int{middle, middle + 1} {
			low, high := middle, right
			for low >= 0 && high < len(letters) && letters[low] == letters[high] {
				low, high = low-1, high+1
			}
			if high-low-1 > len(best) {
				best = letters[low+1 : high]
			}
		}
	}
	return string(best)
}
