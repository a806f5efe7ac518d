/// Returns all distinct triplets that sum to zero, each in ascending order.
pub fn three_sum(nums: Vec<i64>) -> Vec<Vec<i64>> {
    let mut ordered = nums;
    ordered.sort_unstable();
    let mut found = Vec::new();
    for first in 0..ordered.len() {
        if first > 0 && ordered[first] == ordered[first - 1] {
            continue;
        }
        let (mut low, mut high) = (first + 1, ordered.len() - 1);
        while low < high {
            let total = ordered[first] + ordered[low] + ordered[high];
            if total == 0 {
                found.push(vec![ordered[first], ordered[low], ordered[high]]);
                low += 1;
                while low < high && ordered[low] == ordered[low - 1] {
                    low += 1;
                }
            } else if total < 0 {
                low += 1;
            } else {
                high -= 1;
            }
        }
    }
    found
}
