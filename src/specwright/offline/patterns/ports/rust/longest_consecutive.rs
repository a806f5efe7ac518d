use std::collections::HashSet;

/// Returns the length of the longest run of consecutive integers found anywhere in the numbers.
pub fn longest_consecutive(nums: Vec<i64>) -> i64 {
    let values: HashSet<i64> = nums.into_iter().collect();
    let mut best = 0;
    for start in &values {
        if values.contains(&start.wrapping_sub(1)) {
            continue;
        }
        let length = (*start..=i64::MAX)
            .take_while(|number| values.contains(number))
            .count();
        best = best.max(length as i64);
    }
    best
}
