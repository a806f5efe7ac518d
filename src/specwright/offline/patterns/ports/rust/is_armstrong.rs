/// Tells whether n is the sum of its digits, each to the power of the number of digits.
pub fn is_armstrong(n: i64) -> bool {
    let digits = n.to_string();
    let power = |digit: u32| i128::from(digit).pow(digits.len() as u32);
    n >= 0
        && digits
            .chars()
            .filter_map(|char| char.to_digit(10))
            .map(power)
            .sum::<i128>()
            == i128::from(n)
}
