/// Returns the words of the text in reverse order, separated by single spaces.
pub fn reverse_words(text: String) -> String {
    text.split_whitespace().rev().collect::<Vec<_>>().join(" ")
}
