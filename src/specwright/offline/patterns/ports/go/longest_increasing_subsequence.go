package solution

import "sort"

// LongestIncreasingSubsequence returns the length of the longest strictly increasing subsequence.
func LongestIncreasingSubsequence(nums []int) int {
	tails := []int{}
	for _, number := range nums {
		place := sort.SearchInts(tails, number)
		if place == len(tails) {
			tails = append(tails, number)
		} else {
			tails[place] = number
		}
	}
	return len(tails)
}
