/// Returns the text with every Latin letter moved shift places through the alphabet, case kept.
pub fn caesar_cipher(text: String, shift: i64) -> String {
    let places = shift.rem_euclid(26) as u8;
    let moved = |char: char| match char {
        'a'..='z' => char::from((char as u8 - b'a' + places) % 26 + b'a'),
        'A'..='Z' => char::from((char as u8 - b'A' + places) % 26 + b'A'),
        _ => char,
    };
    text.chars().map(moved).collect()
}
