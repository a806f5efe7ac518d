package solution

import "strings"

// IntToRoman returns the positive number as a Roman numeral.
func IntToRoman(number int) string {
	values := []int{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1}
	symbols := []string{"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"}
	var numeral strings.Builder
	for place, value := range values {
		for number >= value {
			numeral.WriteString(symbols[place])
			number -= value
		}
	}
	return numeral.String()
}
