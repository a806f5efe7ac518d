package solution

// IsSubsequence tells whether the characters of shorter appear in longer in the same order.
func IsSubsequence(shorter string, longer string) bool {
	letters := []rune(shorter)
	found := 0
	for _, char := range longer {
		if found < len(letters) && char == letters[found] {
			found++
		}
	}
	return found == len(letters)
}
