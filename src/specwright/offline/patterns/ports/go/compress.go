package solution

import (
	"strconv"
	"strings"
)

// Compress returns the text with every run of a character written as the character and the run's length.
func Compress(text string) string {
	letters := []rune(text)
	var result strings.Builder
	for start := 0; start < len(letters); {
		end := start
		for end < len(letters) && letters[end] == letters[start] {
			end++
		}
		result.WriteRune(letters[start])
		result.WriteString(strconv.Itoa(end - start))
		start = end
	}
	return result.String()
}
