package solution

// NumberOfIslands returns how many groups of "1" cells touch side by side in the grid.
func NumberOfIslands(grid [][]string) int {
	land := map[[2]int]bool{}
	for row, line := range grid {
		for column, cell := range line {
			if cell == "1" {
				land[[2]int{row, column}] = true
			}
		}
	}
	islands := 0
	for start := range land {
		islands++
		stack := [][2]int{start}
		delete(land, start)
		for len(stack) > 0 {
			row, column := stack[len(stack)-1][0], stack[len(stack)-1][1]
			stack = stack[:len(stack)-1]
			for _, next := range [][2]int{{row + 1, column}, {row - 1, column}, {row, column + 1}, {row, column - 1}} {
				if land[next] {
					delete(land, next)
					stack = append(stack, next)
				}
			}
		}
	}
	return islands
}
