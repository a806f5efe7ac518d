package solution

import "strings"

// CountVowels returns how many letters of the text are vowels (a, e, i, o, u in any case).
func CountVowels(text string) int {
	count := 0
	for _, char := range text {
		if strings.ContainsRune("aeiouAEIOU", char) {
			count++
		}
	}
	return count
}
