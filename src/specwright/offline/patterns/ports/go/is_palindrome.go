package solution

import "unicode"

// IsPalindrome tells whether the text reads the same in both directions, looking only at letters and digits, in any case.
func IsPalindrome(text string) bool {
	letters := []rune{}
	for _, char := range text {
		if unicode.IsLetter(char) || unicode.IsNumber(char) {
			letters = append(letters, unicode.ToLower(char))
		}
	}
	for i, j := 0, len(letters)-1; i < j; i, j = i+1, j-1 {
		if letters[i] != letters[j] {
			return false
		}
	}
	return true
}
