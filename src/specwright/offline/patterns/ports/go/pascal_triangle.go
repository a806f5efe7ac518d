package solution

// PascalTriangle returns the first n rows of Pascal's triangle.
func PascalTriangle(n int) [][]int {
	rows := [][]int{}
	for size := 1; size <= n; size++ {
		row := make([]int, size)
		row[0], row[size-1] = 1, 1
		for place := 1; place < size-1; place++ {
			row[place] = rows[size-2][place-1] + rows[size-2][place]
			if row[place] < 0 {
				panic("the rows become too large for an int")
			}
		}
		rows = append(rows, row)
	}
	return rows
}
