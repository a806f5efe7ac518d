package solution

// LongestCommonPrefix returns the longest prefix common to all words, or an empty string if there is none.
func LongestCommonPrefix(words []string) string {
	if len(words) == 0 {
		return ""
	}
	prefix := []rune(words[0])
	for _, word := range words[1:] {
		length := 0
		for _, char := range word {
			if length == len(prefix) || char != prefix[length] {
				break
			}
			length++
		}
		prefix = prefix[:length]
	}
	return string(prefix)
}
