/// Returns one sorted list with all the numbers of both sorted lists.
pub fn merge_sorted(first: Vec<i64>, second: Vec<i64>) -> Vec<i64> {
    let mut merged = Vec::with_capacity(first.len() + second.len());
    let (mut i, mut j) = (0, 0);
    while i < first.len() && j < second.len() {
        if first[i] <= second[j] {
            merged.push(first[i]);
            i += 1;
        } else {
            merged.push(second[j]);
            j += 1;
        }
    }
    merged.extend(&first[i..]);
    merged.extend(&second[j..]);
    merged
}
