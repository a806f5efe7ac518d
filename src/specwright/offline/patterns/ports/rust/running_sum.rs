/// Returns for each index the sum of the numbers up to and including it.
pub fn running_sum(nums: Vec<i64>) -> Vec<i64> {
    let mut total = 0;
    nums.into_iter()
        .map(|number| {
            total += number;
            total
        })
        .collect()
}
