package solution

// Knapsack returns the greatest total of values of things whose weights together are at most capacity.
func Knapsack(weights []int, values []int, capacity int) int {
	if len(weights) != len(values) || capacity < 0 {
		panic("each thing needs a weight and a value, and the capacity may not be negative")
	}
	best := make([]int, capacity+1)
	for thing, weight := range weights {
		if weight < 0 {
			panic("a weight may not be negative")
		}
		for room := capacity; room >= weight; room-- {
			best[room] = max(best[room], best[room-weight]+values[thing])
		}
	}
	return best[capacity]
}
