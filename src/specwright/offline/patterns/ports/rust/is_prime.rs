/// Tells whether n is a prime number.
pub fn is_prime(n: i64) -> bool {
    let mut divisor = 2;
    while divisor <= n / divisor {
        if n % divisor == 0 {
            return false;
        }
        divisor += 1;
    }
    n > 1
}
