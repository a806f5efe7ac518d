/// Returns the matrix product of first and second. It panics if they do not fit together.
pub fn multiply_matrices(first: Vec<Vec<i64>>, second: Vec<Vec<i64>>) -> Vec<Vec<i64>> {
    let columns = second.first().map_or(0, Vec::len);
    assert!(
        second.iter().all(|row| row.len() == columns),
        "the rows have different lengths"
    );
    let multiplied = |row: &Vec<i64>| {
        assert!(
            columns == 0 || row.len() == second.len(),
            "the matrices do not fit together"
        );
        let sum = |column: usize| {
            row.iter()
                .zip(&second)
                .map(|(number, other)| number * other[column])
                .sum()
        };
        (0..columns).map(sum).collect()
    };
    first.iter().map(multiplied).collect()
}
