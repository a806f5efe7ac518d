/// Returns the numbers in descending order.
pub fn sort_descending(nums: Vec<i64>) -> Vec<i64> {
    let mut ordered = nums;
    ordered.sort_unstable_by(|a, b| b.cmp(a));
    ordered
}
