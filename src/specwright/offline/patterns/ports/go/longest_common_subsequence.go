package solution

// LongestCommonSubsequence returns the length of the longest sequence of characters found in order in both texts.
func LongestCommonSubsequence(first string, second string) int {
	others := []rune(second)
	row := make([]int, len(others)+1)
	for _, letter := range first {
		previous := row
		row = make([]int, len(others)+1)
		for place, other := range others {
			if letter == other {
				row[place+1] = previous[place] + 1
			} else {
				row[place+1] = max(row[place], previous[place+1])
			}
		}
	}
	return row[len(others)]
}
