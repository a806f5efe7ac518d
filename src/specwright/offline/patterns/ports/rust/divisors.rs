/// Returns all positive divisors of the positive n in ascending order.
pub fn divisors(n: i64) -> Vec<i64> {
    assert!(n >= 0, "only for numbers that are not negative");
    let (mut small, mut large) = (Vec::new(), Vec::new());
    let mut number = 1;
    while number <= n / number {
        if n % number == 0 {
            small.push(number);
            if number * number != n {
                large.push(n / number);
            }
        }
        number += 1;
    }
    small.extend(large.into_iter().rev());
    small
}
