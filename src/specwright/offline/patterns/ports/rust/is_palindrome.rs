/// Tells whether the text reads the same in both directions, looking only at letters and digits, in any case.
pub fn is_palindrome(text: String) -> bool {
    let letters: Vec<String> = text
        .chars()
        .filter(|char| char.is_alphanumeric())
        .map(|char| char.to_lowercase().collect())
        .collect();
    letters.iter().eq(letters.iter().rev())
}
