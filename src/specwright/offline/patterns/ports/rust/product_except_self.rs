/// Returns for each index the product of all the other numbers.
pub fn product_except_self(nums: Vec<i64>) -> Vec<i64> {
    let mut result = Vec::with_capacity(nums.len());
    let mut before: i64 = 1;
    for number in &nums {
        result.push(before);
        before = before
            .checked_mul(*number)
            .expect("the products are too large");
    }
    let mut after: i64 = 1;
    for (product, number) in result.iter_mut().zip(&nums).rev() {
        *product = product
            .checked_mul(after)
            .expect("the products are too large");
        after = after
            .checked_mul(*number)
            .expect("the products are too large");
    }
    result
}
