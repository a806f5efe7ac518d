/// Tells whether the positive n equals the sum of its divisors other than itself.
pub fn is_perfect_number(n: i64) -> bool {
    let mut total = 1;
    let mut divisor = 2;
    while divisor <= n / divisor {
        if n % divisor == 0 {
            total += divisor;
            if divisor * divisor != n {
                total += n / divisor;
            }
        }
        divisor += 1;
    }
    n > 1 && total == n
}
