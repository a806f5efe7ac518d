package solution

// IsAnagram tells whether both texts are made of exactly the same characters.
func IsAnagram(first string, second string) bool {
	counts := map[rune]int{}
	for _, char := range first {
		counts[char]++
	}
	for _, char := range second {
		counts[char]--
	}
	for _, count := range counts {
		if count != 0 {
			return false
		}
	}
	return true
}
