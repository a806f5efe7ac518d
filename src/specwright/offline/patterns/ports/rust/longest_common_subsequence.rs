/// Returns the length of the longest sequence of characters found in order in both texts.
pub fn longest_common_subsequence(first: String, second: String) -> i64 {
    let others: Vec<char> = second.chars().collect();
    let mut row = vec![0; others.len() + 1];
    for letter in first.chars() {
        let previous = row;
        row = vec![0; others.len() + 1];
        for (place, other) in others.iter().enumerate() {
            row[place + 1] = if letter == *other {
                previous[place] + 1
            } else {
                previous[place + 1].max(row[place])
            };
        }
    }
    row[others.len()]
}
