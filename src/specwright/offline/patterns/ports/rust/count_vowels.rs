/// Returns how many letters of the text are vowels (a, e, i, o, u in any case).
pub fn count_vowels(text: String) -> i64 {
    text.chars()
        .filter(|char| "aeiouAEIOU".contains(*char))
        .count() as i64
}
