/// Returns the first n rows of Pascal's triangle.
pub fn pascal_triangle(n: i64) -> Vec<Vec<i64>> {
    let mut rows: Vec<Vec<i64>> = Vec::new();
    for _ in 0..n {
        let mut row = vec![1];
        if let Some(last) = rows.last() {
            row.extend(last.windows(2).map(|pair| {
                pair[0]
                    .checked_add(pair[1])
                    .expect("the rows become too large")
            }));
            row.push(1);
        }
        rows.push(row);
    }
    rows
}
