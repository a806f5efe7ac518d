/// Returns the n-th Fibonacci number, where the 0th is 0 and the 1st is 1.
pub fn fibonacci(n: i64) -> i64 {
    let (mut before, mut current): (i64, i64) = (1, 0);
    for _ in 0..n {
        let following = before
            .checked_add(current)
            .expect("the result is too large");
        (before, current) = (current, following);
    }
    current
}
