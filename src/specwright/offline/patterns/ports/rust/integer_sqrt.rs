/// Returns the largest integer whose square is at most x.
pub fn integer_sqrt(x: i64) -> i64 {
    let (mut low, mut high) = (0, x);
    while low < high {
        let middle = low + (high - low) / 2 + (high - low) % 2;
        if middle <= x / middle {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}
