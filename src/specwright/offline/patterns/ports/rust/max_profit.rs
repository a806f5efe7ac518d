/// Returns the largest profit from buying once and selling later at one of the prices, or 0.
pub fn max_profit(prices: Vec<i64>) -> i64 {
    let mut best = 0;
    let mut lowest = prices.first().copied().unwrap_or(0);
    for price in prices {
        lowest = lowest.min(price);
        best = best.max(price - lowest);
    }
    best
}
