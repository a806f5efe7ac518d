/// Returns the fewest of the coins, each used any number of times, that make amount, or -1.
pub fn coin_change(coins: Vec<i64>, amount: i64) -> i64 {
    if amount < 0 {
        return -1;
    }
    let mut fewest = vec![0];
    for value in 1..=amount {
        let ways = coins.iter().filter(|coin| **coin > 0 && **coin <= value);
        let best = ways.map(|coin| fewest[(value - coin) as usize] + 1).min();
        fewest.push(best.unwrap_or(amount + 1).min(amount + 1));
    }
    let found = fewest[amount as usize];
    if found <= amount {
        found
    } else {
        -1
    }
}
