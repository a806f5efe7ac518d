/// Returns the numbers in ascending order, sorted by partitioning around pivots.
pub fn quick_sort(nums: Vec<i64>) -> Vec<i64> {
    if nums.len() < 2 {
        return nums;
    }
    let pivot = nums[nums.len() / 2];
    let pick = |wanted: fn(&i64, &i64) -> bool| {
        nums.iter()
            .copied()
            .filter(|number| wanted(number, &pivot))
            .collect()
    };
    let mut result = quick_sort(pick(i64::lt));
    let equal: Vec<i64> = pick(i64::eq);
    result.extend(equal);
    result.extend(quick_sort(pick(i64::gt)));
    result
}
