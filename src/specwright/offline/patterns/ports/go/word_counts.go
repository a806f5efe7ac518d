package solution

import "strings"

// WordCounts returns how often each word, separated by whitespace, appears in the text.
func WordCounts(text string) map[string]int {
	counts := map[string]int{}
	for _, word := range strings.Fields(text) {
		counts[word]++
	}
	return counts
}
