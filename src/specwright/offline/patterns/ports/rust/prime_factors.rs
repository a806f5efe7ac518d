/// Returns the prime factors of the positive n in ascending order, as often as they divide it.
pub fn prime_factors(n: i64) -> Vec<i64> {
    let mut rest = n;
    let mut factors = Vec::new();
    let mut divisor = 2;
    while divisor <= rest / divisor {
        while rest % divisor == 0 {
            factors.push(divisor);
            rest /= divisor;
        }
        divisor += 1;
    }
    if rest > 1 {
        factors.push(rest);
    }
    factors
}
