/// Returns the number of words in the text, which are separated by blanks.
pub fn count_words(text: String) -> i64 {
    text.split_whitespace().count() as i64
}
