/// Returns the middle of the sorted numbers, or the mean of the two in the middle.
pub fn median(nums: Vec<f64>) -> f64 {
    assert!(!nums.is_empty(), "an empty list has no median");
    let mut ordered = nums;
    ordered.sort_by(f64::total_cmp);
    let middle = ordered.len() / 2;
    if ordered.len() % 2 == 1 {
        ordered[middle]
    } else {
        (ordered[middle - 1] + ordered[middle]) / 2.0
    }
}
