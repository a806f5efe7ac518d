/// Returns the numbers in ascending order, sorted by swapping neighbours.
pub fn bubble_sort(nums: Vec<i64>) -> Vec<i64> {
    let mut result = nums;
    for end in (1..result.len()).rev() {
        for place in 0..end {
            if result[place] > result[place + 1] {
                result.swap(place, place + 1);
            }
        }
    }
    result
}
