use std::collections::HashMap;

/// Returns the length of the longest substring in which no character repeats.
pub fn longest_unique_substring(text: String) -> i64 {
    let mut after: HashMap<char, i64> = HashMap::new();
    let (mut start, mut best) = (0, 0);
    for (place, char) in (1..).zip(text.chars()) {
        start = after.get(&char).copied().unwrap_or(0).max(start);
        after.insert(char, place);
        best = best.max(place - start);
    }
    best
}
