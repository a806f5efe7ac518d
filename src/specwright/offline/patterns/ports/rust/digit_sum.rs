/// Returns the sum of the decimal digits of n.
pub fn digit_sum(n: i64) -> i64 {
    let mut rest = n.unsigned_abs();
    let mut total = 0;
    while rest > 0 {
        total += (rest % 10) as i64;
        rest /= 10;
    }
    total
}
