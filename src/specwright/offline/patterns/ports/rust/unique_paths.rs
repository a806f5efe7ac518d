/// Returns how many ways lead through a grid of m by n cells when going only right and down.
pub fn unique_paths(m: i64, n: i64) -> i64 {
    let size = usize::try_from(n).expect("a grid has a column at least");
    let mut row: Vec<i64> = vec![1; size];
    for _ in 1..m {
        for column in 1..size {
            row[column] = row[column]
                .checked_add(row[column - 1])
                .expect("the result is too large");
        }
    }
    row[size - 1]
}
