/// Tells whether the characters of shorter appear in longer in the same order.
pub fn is_subsequence(shorter: String, longer: String) -> bool {
    let mut remaining = longer.chars();
    shorter
        .chars()
        .all(|char| remaining.any(|other| other == char))
}
