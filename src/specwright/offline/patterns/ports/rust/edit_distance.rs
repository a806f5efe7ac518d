/// Returns how many insertions, deletions and replacements turn first into second.
pub fn edit_distance(first: String, second: String) -> i64 {
    let to: Vec<char> = second.chars().collect();
    let mut previous: Vec<i64> = (0..=to.len() as i64).collect();
    for letter in first.chars() {
        let mut current = vec![previous[0] + 1];
        for (column, other) in to.iter().enumerate() {
            let change = previous[column] + i64::from(letter != *other);
            let least = change
                .min(previous[column + 1] + 1)
                .min(current[column] + 1);
            current.push(least);
        }
        previous = current;
    }
    previous[to.len()]
}
