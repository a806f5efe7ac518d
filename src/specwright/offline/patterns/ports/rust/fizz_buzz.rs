/// Returns the numbers from 1 to n as text, with Fizz for multiples of 3, Buzz of 5 and FizzBuzz of both.
pub fn fizz_buzz(n: i64) -> Vec<String> {
    let word = |i: i64| match (i % 3, i % 5) {
        (0, 0) => "FizzBuzz".to_string(),
        (0, _) => "Fizz".to_string(),
        (_, 0) => "Buzz".to_string(),
        _ => i.to_string(),
    };
    (1..=n).map(word).collect()
}
