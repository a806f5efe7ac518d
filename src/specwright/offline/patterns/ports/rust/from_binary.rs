/// Returns the number whose binary digits these are. It panics if they are none.
pub fn from_binary(digits: String) -> i64 {
    i64::from_str_radix(digits.trim(), 2).expect("the digits are not binary")
}
