/// Returns the one number of 0 to n that is missing from the n distinct numbers.
pub fn missing_number(nums: Vec<i64>) -> i64 {
    let count = nums.len() as i64;
    count * (count + 1) / 2 - nums.iter().sum::<i64>()
}
