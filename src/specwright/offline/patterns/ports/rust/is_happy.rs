use std::collections::HashSet;

/// Tells whether adding the squares of the digits of n, again and again, leads to 1.
pub fn is_happy(n: i64) -> bool {
    assert!(n >= 0, "only for numbers that are not negative");
    let mut seen = HashSet::new();
    let mut current = n;
    while current != 1 && seen.insert(current) {
        let mut rest = current;
        current = 0;
        while rest > 0 {
            current += (rest % 10) * (rest % 10);
            rest /= 10;
        }
    }
    current == 1
}
