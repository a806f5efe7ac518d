/// Returns the intervals sorted and with all that overlap or touch merged into one.
pub fn merge_intervals(intervals: Vec<Vec<i64>>) -> Vec<Vec<i64>> {
    let mut ordered = intervals;
    ordered.sort();
    let mut merged: Vec<Vec<i64>> = Vec::new();
    for interval in ordered {
        let (start, end) = (interval[0], interval[1]);
        match merged.last_mut() {
            Some(last) if start <= last[1] => last[1] = last[1].max(end),
            _ => merged.push(vec![start, end]),
        }
    }
    merged
}
