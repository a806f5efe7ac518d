/// Returns the text backwards.
pub fn reverse_string(text: String) -> String {
    text.chars().rev().collect()
}
