/// Returns the index of target in the sorted numbers, or -1 if it is not there.
pub fn binary_search(nums: Vec<i64>, target: i64) -> i64 {
    let (mut low, mut high) = (0, nums.len() as i64 - 1);
    while low <= high {
        let middle = (low + high) / 2;
        let number = nums[middle as usize];
        if number == target {
            return middle;
        }
        if number < target {
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    -1
}
