use std::collections::BTreeMap;

/// Returns how often each character appears in the text.
pub fn character_counts(text: String) -> BTreeMap<String, i64> {
    let mut counts = BTreeMap::new();
    for char in text.chars() {
        *counts.entry(char.to_string()).or_insert(0) += 1;
    }
    counts
}
