package solution

// TrapRainWater returns how many units of water the elevation map holds after rain.
func TrapRainWater(heights []int) int {
	left, right := 0, len(heights)-1
	leftWall, rightWall, water := 0, 0, 0
	for left < right {
		if heights[left] < heights[right] {
			leftWall = max(leftWall, heights[left])
			water += leftWall - heights[left]
			left++
		} else {
			rightWall = max(rightWall, heights[right])
			water += rightWall - heights[right]
			right--
		}
	}
	return water
}
