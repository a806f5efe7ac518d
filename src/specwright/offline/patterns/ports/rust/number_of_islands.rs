use std::collections::HashSet;

/// Returns how many groups of "1" cells touch side by side in the grid.
pub fn number_of_islands(grid: Vec<Vec<String>>) -> i64 {
    let mut land: HashSet<(i64, i64)> = HashSet::new();
    for (row, line) in (0..).zip(&grid) {
        land.extend(
            (0..)
                .zip(line)
                .filter(|(_, cell)| *cell == "1")
                .map(|(column, _)| (row, column)),
        );
    }
    let mut islands = 0;
    while let Some(&start) = land.iter().next() {
        islands += 1;
        land.remove(&start);
        let mut stack = vec![start];
        while let Some((row, column)) = stack.pop() {
            for next in [
                (row + 1, column),
                (row - 1, column),
                (row, column + 1),
                (row, column - 1),
            ] {
                if land.remove(&next) {
                    stack.push(next);
                }
            }
        }
    }
    islands
}
