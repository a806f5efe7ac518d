/// Returns the digits of the number written in digits, plus one.
pub fn plus_one(digits: Vec<i64>) -> Vec<i64> {
    let mut result = digits;
    for digit in result.iter_mut().rev() {
        if *digit < 9 {
            *digit += 1;
            return result;
        }
        *digit = 0;
    }
    result.insert(0, 1);
    result
}
