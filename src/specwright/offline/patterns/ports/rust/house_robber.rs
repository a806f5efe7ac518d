/// Returns the largest sum of numbers of which no two are neighbours.
pub fn house_robber(nums: Vec<i64>) -> i64 {
    let (mut taken, mut skipped) = (0, 0);
    for number in nums {
        (taken, skipped) = (skipped + number, skipped.max(taken));
    }
    skipped.max(taken)
}
