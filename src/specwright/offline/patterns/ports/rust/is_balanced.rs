/// Tells whether every bracket of the text is closed by its own kind in the right order.
pub fn is_balanced(text: String) -> bool {
    let mut open = Vec::new();
    for char in text.chars() {
        match char {
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(char) => return false,
            _ => {}
        }
    }
    open.is_empty()
}
