/// Returns the k-th largest number, counting from 1 and counting repeated numbers.
pub fn kth_largest(nums: Vec<i64>, k: i64) -> i64 {
    assert!(
        k > 0 && !nums.is_empty(),
        "k counts from 1, and the list must not be empty"
    );
    let mut ordered = nums;
    ordered.sort_unstable_by(|a, b| b.cmp(a));
    ordered[(k as usize).min(ordered.len()) - 1]
}
