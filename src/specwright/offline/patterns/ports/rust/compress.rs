/// Returns the text with every run of a character written as the character and the run's length.
pub fn compress(text: String) -> String {
    let mut runs: Vec<(char, usize)> = Vec::new();
    for char in text.chars() {
        match runs.last_mut() {
            Some((last, length)) if *last == char => *length += 1,
            _ => runs.push((char, 1)),
        }
    }
    runs.iter()
        .map(|(char, length)| format!("{char}{length}"))
        .collect()
}
