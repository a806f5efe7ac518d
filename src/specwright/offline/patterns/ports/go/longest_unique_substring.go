package solution

// LongestUniqueSubstring returns the length of the longest substring in which no character repeats.
func LongestUniqueSubstring(text string) int {
	after := map[rune]int{}
	start, best := 0, 0
	for place, char := range []rune(text) {
		start = max(start, after[char])
		after[char] = place + 1
		best = max(best, place-start+1)
	}
	return best
}
