package solution

import "sort"

// ThreeSum returns all distinct triplets that sum to zero, each in ascending order.
func ThreeSum(nums []int) [][]int {
	ordered := append([]int{}, nums...)
	sort.Ints(ordered)
	found := [][]int{}
	for first, number := range ordered {
		if first > 0 && number == ordered[first-1] {
			continue
		}
		low, high := first+1, len(ordered)-1
		for low < high {
			total := number + ordered[low] + ordered[high]
			switch {
			case total == 0:
				found = append(found, []int{number, ordered[low], ordered[high]})
				low++
				for low < high && ordered[low] == ordered[low-1] {
					low++
				}
			case total < 0:
				low++
			default:
				high--
			}
		}
	}
	return found
}
