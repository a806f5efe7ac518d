/// Returns the longest prefix common to all words, or an empty string if there is none.
pub fn longest_common_prefix(words: Vec<String>) -> String {
    let mut prefix: Vec<char> = words
        .first()
        .map_or_else(Vec::new, |word| word.chars().collect());
    for word in &words {
        let length = prefix
            .iter()
            .zip(word.chars())
            .take_while(|(one, other)| **one == *other)
            .count();
        prefix.truncate(length);
    }
    prefix.into_iter().collect()
}
