/// Returns the numbers with all zeroes moved to the end and the others in their order.
pub fn move_zeroes(nums: Vec<i64>) -> Vec<i64> {
    let size = nums.len();
    let mut result: Vec<i64> = nums.into_iter().filter(|number| *number != 0).collect();
    result.resize(size, 0);
    result
}
