/// Returns the element that makes up more than half of the numbers, which must have one.
pub fn majority_element(nums: Vec<i64>) -> i64 {
    let mut leader = nums[0];
    let mut lead = 0;
    for number in nums {
        if lead == 0 {
            leader = number;
        }
        lead += if number == leader { 1 } else { -1 };
    }
    leader
}
