/// Returns the product of the integers from 1 to n. It panics if n is negative.
pub fn factorial(n: i64) -> i64 {
    assert!(n >= 0, "the factorial of a negative number is not defined");
    (2..=n).fold(1, |result: i64, factor| {
        result.checked_mul(factor).expect("the result is too large")
    })
}
