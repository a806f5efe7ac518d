/// Returns how many steps the Collatz sequence takes from the positive n to 1.
pub fn collatz_steps(n: i64) -> i64 {
    assert!(n > 0, "the sequence starts with a positive number");
    let mut current = n;
    let mut steps = 0;
    while current != 1 {
        current = if current % 2 == 0 {
            current / 2
        } else {
            3 * current + 1
        };
        steps += 1;
    }
    steps
}
