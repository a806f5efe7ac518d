/// Returns in how many ways k of n things can be chosen. It panics if they are too many for the type.
pub fn binomial(n: i64, k: i64) -> i64 {
    if k < 0 || k > n {
        return 0;
    }
    let mut result: i128 = 1;
    for step in 1..=i128::from(k.min(n - k)) {
        result = result * (i128::from(n) - step + 1) / step;
        assert!(result <= i128::from(i64::MAX), "the result is too large");
    }
    i64::try_from(result).expect("the result is too large")
}
