/// Returns n with its decimal digits in reverse order and its sign kept.
pub fn reverse_integer(n: i64) -> i64 {
    let digits: String = n.unsigned_abs().to_string().chars().rev().collect();
    let reversed: i64 = digits.parse().expect("the result is too large");
    if n < 0 {
        -reversed
    } else {
        reversed
    }
}
