/// Returns the longest palindrome that is a substring of the text; of several, the first.
pub fn longest_palindrome(text: String) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut best: &[char] = &[];
    for middle in 0..letters.len() {
        for right in [middle, middle + 1] {
            let (mut start, mut end) = (middle + 1, right);
            while start > 0 && end < letters.len() && letters[start - 1] == letters[end] {
                start -= 1;
                end += 1;
            }
            if end.saturating_sub(start) > best.len() {
                best = &letters[start..end];
            }
        }
    }
    best.iter().collect()
}
