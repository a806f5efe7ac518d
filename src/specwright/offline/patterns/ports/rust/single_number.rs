/// Returns the number that appears once while every other number appears twice.
pub fn single_number(nums: Vec<i64>) -> i64 {
    nums.into_iter().fold(0, |result, number| result ^ number)
}
