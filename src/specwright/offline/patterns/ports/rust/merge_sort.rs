/// Returns the numbers in ascending order, sorted by merging halves.
pub fn merge_sort(nums: Vec<i64>) -> Vec<i64> {
    if nums.len() < 2 {
        return nums;
    }
    let middle = nums.len() / 2;
    let (left, right) = (
        merge_sort(nums[..middle].to_vec()),
        merge_sort(nums[middle..].to_vec()),
    );
    let mut merged = Vec::with_capacity(nums.len());
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        if left[i] <= right[j] {
            merged.push(left[i]);
            i += 1;
        } else {
            merged.push(right[j]);
            j += 1;
        }
    }
    merged.extend(&left[i..]);
    merged.extend(&right[j..]);
    merged
}
