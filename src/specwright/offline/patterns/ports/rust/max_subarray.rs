/// Returns the largest sum of any non-empty contiguous subarray.
pub fn max_subarray(nums: Vec<i64>) -> i64 {
    let mut best = nums[0];
    let mut current = nums[0];
    for number in nums.into_iter().skip(1) {
        current = number.max(current + number);
        best = best.max(current);
    }
    best
}
