/// Returns all prime numbers from 2 up to and including n.
pub fn primes_up_to(n: i64) -> Vec<i64> {
    let size = usize::try_from(n).unwrap_or(0);
    let mut crossed = vec![false; size + 1];
    let mut primes = Vec::new();
    for number in 2..=size {
        if crossed[number] {
            continue;
        }
        primes.push(number as i64);
        for multiple in (number * number..=size).step_by(number) {
            crossed[multiple] = true;
        }
    }
    primes
}
