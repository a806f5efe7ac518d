/// Returns the number that the Roman numeral stands for. It panics if it is none.
pub fn roman_to_int(numeral: String) -> i64 {
    let value = |letter: char| match letter {
        'I' => 1,
        'V' => 5,
        'X' => 10,
        'L' => 50,
        'C' => 100,
        'D' => 500,
        'M' => 1000,
        _ => panic!("not a Roman numeral: {numeral}"),
    };
    let (mut total, mut previous) = (0, 0);
    for number in numeral.chars().rev().map(value) {
        total += if number >= previous { number } else { -number };
        previous = number.max(previous);
    }
    total
}
