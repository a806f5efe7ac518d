use std::collections::HashMap;

/// Returns the places of the two numbers that add up to target, or none.
pub fn two_sum(nums: Vec<i64>, target: i64) -> Vec<i64> {
    let mut seen: HashMap<i64, i64> = HashMap::new();
    for (place, number) in (0..).zip(nums) {
        if let Some(other) = target.checked_sub(number).and_then(|rest| seen.get(&rest)) {
            return vec![*other, place];
        }
        seen.insert(number, place);
    }
    vec![]
}
