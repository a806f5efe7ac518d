/// Returns the length of the longest strictly increasing subsequence.
pub fn longest_increasing_subsequence(nums: Vec<i64>) -> i64 {
    let mut tails: Vec<i64> = Vec::new();
    for number in nums {
        let place = tails.partition_point(|tail| *tail < number);
        if place == tails.len() {
            tails.push(number);
        } else {
            tails[place] = number;
        }
    }
    tails.len() as i64
}
