package solution

import "strings"

// CountWords returns the number of words in the text, which are separated by blanks.
func CountWords(text string) int {
	return len(strings.Fields(text))
}
