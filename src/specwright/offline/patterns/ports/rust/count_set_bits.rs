/// Returns how many bits of the non-negative n are 1.
pub fn count_set_bits(n: i64) -> i64 {
    i64::from(n.unsigned_abs().count_ones())
}
