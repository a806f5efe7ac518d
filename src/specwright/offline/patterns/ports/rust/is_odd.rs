/// Tells whether n is odd.
pub fn is_odd(n: i64) -> bool {
    n % 2 != 0
}
