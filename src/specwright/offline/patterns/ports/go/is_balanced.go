package solution

// IsBalanced tells whether every bracket of the text is closed by its own kind in the right order.
func IsBalanced(text string) bool {
	opening := map[rune]rune{')': '(', ']': '[', '}': '{'}
	open := []rune{}
	for _, char := range text {
		switch char {
		case '(', '[', '{':
			open = append(open, char)
		case ')', ']', '}':
			if len(open) == 0 || open[len(open)-1] != opening[char] {
				return false
			}
			open = open[:len(open)-1]
		}
	}
	return len(open) == 0
}
