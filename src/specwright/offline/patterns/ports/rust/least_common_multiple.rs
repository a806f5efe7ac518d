/// Returns the smallest positive integer that both a and b divide, or 0 if one of them is 0.
pub fn least_common_multiple(a: i64, b: i64) -> i64 {
    if a == 0 || b == 0 {
        return 0;
    }
    let (mut larger, mut smaller) = (a.abs(), b.abs());
    while smaller != 0 {
        (larger, smaller) = (smaller, larger % smaller);
    }
    (a.abs() / larger)
        .checked_mul(b.abs())
        .expect("the result is too large")
}
