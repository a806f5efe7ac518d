/// Returns the average of the numbers, which must not be empty.
pub fn list_average(nums: Vec<f64>) -> f64 {
    assert!(!nums.is_empty(), "an empty list has no average");
    nums.iter().sum::<f64>() / nums.len() as f64
}
