/// Returns the positive number as a Roman numeral.
pub fn int_to_roman(number: i64) -> String {
    let values = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];
    let symbols = [
        "M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I",
    ];
    let mut rest = number;
    let mut numeral = String::new();
    for (value, symbol) in values.into_iter().zip(symbols) {
        while rest >= value {
            numeral.push_str(symbol);
            rest -= value;
        }
    }
    numeral
}
