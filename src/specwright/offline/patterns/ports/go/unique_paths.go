package solution

// UniquePaths returns how many ways lead through a grid of m by n cells when going only right and down.
func UniquePaths(m int, n int) int {
	row := make([]int, n)
	for column := range row {
		row[column] = 1
	}
	for line := 1; line < m; line++ {
		for column := 1; column < n; column++ {
			row[column] += row[column-1]
			if row[column] < 0 {
				panic("the result is too large for an int")
			}
		}
	}
	return row[n-1]
}
