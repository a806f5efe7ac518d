/// Tells whether the decimal digits of n read the same in both directions.
pub fn is_palindrome_number(n: i64) -> bool {
    let digits = n.to_string();
    digits.chars().eq(digits.chars().rev())
}
