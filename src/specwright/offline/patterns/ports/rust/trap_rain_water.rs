/// Returns how many units of water the elevation map holds after rain.
pub fn trap_rain_water(heights: Vec<i64>) -> i64 {
    let (mut left, mut right) = (0, heights.len().saturating_sub(1));
    let (mut left_wall, mut right_wall, mut water) = (0, 0, 0);
    while left < right {
        let (low, high) = (heights[left], heights[right]);
        if low < high {
            left_wall = low.max(left_wall);
            water += left_wall - low;
            left += 1;
        } else {
            right_wall = high.max(right_wall);
            water += right_wall - high;
            right -= 1;
        }
    }
    water
}
