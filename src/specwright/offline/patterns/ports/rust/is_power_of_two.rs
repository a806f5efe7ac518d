/// Tells whether n is a power of two.
pub fn is_power_of_two(n: i64) -> bool {
    n > 0 && n & (n - 1) == 0
}
