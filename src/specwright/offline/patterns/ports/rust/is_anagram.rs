/// Tells whether both texts are made of exactly the same characters.
pub fn is_anagram(first: String, second: String) -> bool {
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(&first) == sorted(&second)
}
