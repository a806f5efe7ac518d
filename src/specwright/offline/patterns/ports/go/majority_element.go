package solution

// MajorityElement returns the element that makes up more than half of the numbers, which must have one.
func MajorityElement(nums []int) int {
	leader, lead := nums[0], 0
	for _, number := range nums {
		if lead == 0 {
			leader = number
		}
		if number == leader {
			lead++
		} else {
			lead--
		}
	}
	return leader
}
