package solution

// EditDistance returns how many insertions, deletions and replacements turn first into second.
func EditDistance(first string, second string) int {
	from, to := []rune(first), []rune(second)
	previous := make([]int, len(to)+1)
	for place := range previous {
		previous[place] = place
	}
	for row, letter := range from {
		current := make([]int, len(to)+1)
		current[0] = row + 1
		for column, other := range to {
			change := previous[column]
			if letter != other {
				change++
			}
			if previous[column+1]+1 < change {
				change = previous[column+1] + 1
			}
			if current[column]+1 < change {
				change = current[column] + 1
			}
			current[column+1] = change
		}
		previous = current
	}
	return previous[len(to)]
}
