/// Returns in how many ways n stairs can be climbed by steps of one or two.
pub fn climb_stairs(n: i64) -> i64 {
    let (mut before, mut ways): (i64, i64) = (0, 1);
    for _ in 0..n {
        let following = before.checked_add(ways).expect("the result is too large");
        (before, ways) = (ways, following);
    }
    ways
}
