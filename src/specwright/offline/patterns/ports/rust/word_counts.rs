use std::collections::BTreeMap;

/// Returns how often each word, separated by whitespace, appears in the text.
pub fn word_counts(text: String) -> BTreeMap<String, i64> {
    let mut counts = BTreeMap::new();
    for word in text.split_whitespace() {
        *counts.entry(word.to_string()).or_insert(0) += 1;
    }
    counts
}
