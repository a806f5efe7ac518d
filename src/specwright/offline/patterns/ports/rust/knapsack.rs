/// Returns the greatest total of values of things whose weights together are at most capacity.
pub fn knapsack(weights: Vec<i64>, values: Vec<i64>, capacity: i64) -> i64 {
    assert_eq!(
        weights.len(),
        values.len(),
        "each thing needs a weight and a value"
    );
    let size = usize::try_from(capacity).expect("the capacity may not be negative");
    let mut best = vec![0; size + 1];
    for (weight, value) in weights.into_iter().zip(values) {
        let weight = usize::try_from(weight).expect("a weight may not be negative");
        for room in (weight..=size).rev() {
            best[room] = best[room].max(best[room - weight] + value);
        }
    }
    best[size]
}
