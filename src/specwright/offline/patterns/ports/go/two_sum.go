package solution

// TwoSum returns the places of the two numbers that add up to target, or none.
func TwoSum(nums []int, target int) []int {
	seen := map[int]int{}
	for place, number := range nums {
		if other, found := seen[target-number]; found {
			return []int{other, place}
		}
		seen[number] = place
	}
	return []int{}
}
