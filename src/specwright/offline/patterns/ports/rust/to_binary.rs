/// Returns the non-negative n in binary, without a prefix.
pub fn to_binary(n: i64) -> String {
    let sign = if n < 0 { "-" } else { "" };
    format!("{sign}{:b}", n.unsigned_abs())
}
