/// Returns the largest integer that divides both a and b.
pub fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    let (mut larger, mut smaller) = (a, b);
    while smaller != 0 {
        (larger, smaller) = (smaller, larger % smaller);
    }
    larger.abs()
}
