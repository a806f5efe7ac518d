package solution

// MultiplyMatrices returns the matrix product of first and second.
func MultiplyMatrices(first [][]int, second [][]int) [][]int {
	columns := 0
	if len(second) > 0 {
		columns = len(second[0])
	}
	for _, row := range second {
		if len(row) != columns {
			panic("the matrices do not fit together")
		}
	}
	result := [][]int{}
	for _, row := range first {
		if columns > 0 && len(row) != len(second) {
			panic("the matrices do not fit together")
		}
		line := make([]int, columns)
		for column := range line {
			for place, number := range row {
				line[column] += number * second[place][column]
			}
		}
		result = append(result, line)
	}
	return result
}
