package solution

// RomanToInt returns the number that the Roman numeral stands for.
func RomanToInt(numeral string) int {
	values := map[rune]int{'I': 1, 'V': 5, 'X': 10, 'L': 50, 'C': 100, 'D': 500, 'M': 1000}
	letters := []rune(numeral)
	total, previous := 0, 0
	for place := len(letters) - 1; place >= 0; place-- {
		value, known := values[letters[place]]
		if !known {
			panic("not a Roman numeral: " + numeral)
		}
		if value >= previous {
			total += value
		} else {
			total -= value
		}
		previous = max(previous, value)
	}
	return total
}
