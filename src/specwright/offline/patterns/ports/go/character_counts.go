package solution

// CharacterCounts returns how often each character appears in the text.
func CharacterCounts(text string) map[string]int {
	counts := map[string]int{}
	for _, char := range text {
		counts[string(char)]++
	}
	return counts
}
