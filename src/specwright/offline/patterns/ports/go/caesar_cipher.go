package solution

import "strings"

// CaesarCipher returns the text with every Latin letter moved shift places through the alphabet, case kept.
func CaesarCipher(text string, shift int) string {
	places := rune((shift%26 + 26) % 26)
	return strings.Map(func(char rune) rune {
		switch {
		case char >= 'a' && char <= 'z':
			return 'a' + (char-'a'+places)%26
		case char >= 'A' && char <= 'Z':
			return 'A' + (char-'A'+places)%26
		}
		return char
	}, text)
}
