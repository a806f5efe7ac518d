//! The functions of the language conformance suite, in Rust.

use std::collections::{BTreeMap, HashMap, HashSet};

pub fn add(a: i128, b: i128) -> i128 {
    a + b
}

pub fn halve(x: f64) -> f64 {
    x / 2.0
}

pub fn reverse_text(text: &str) -> String {
    text.chars().rev().collect()
}

pub fn flatten(rows: Vec<Vec<i64>>) -> Vec<i64> {
    rows.into_iter().flatten().collect()
}

pub fn count_words(words: &[&str]) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for word in words {
        *counts.entry(word.to_string()).or_insert(0) += 1;
    }
    counts
}

pub fn invert(names: BTreeMap<i64, String>) -> BTreeMap<String, i64> {
    names.into_iter().map(|(number, name)| (name, number)).collect()
}

pub fn unique(numbers: &[i32]) -> HashSet<i32> {
    numbers.iter().copied().collect()
}

#[derive(Debug)]
pub struct NoNumbers;

pub fn min_max(numbers: &[i64]) -> Result<(i64, i64), NoNumbers> {
    let least = numbers.iter().min().ok_or(NoNumbers)?;
    let most = numbers.iter().max().ok_or(NoNumbers)?;
    Ok((*least, *most))
}

pub fn first_even(numbers: &[i64]) -> Option<i64> {
    numbers.iter().copied().find(|number| number % 2 == 0)
}

pub fn greet(name: Option<&str>, times: u32) -> (String, u32) {
    (format!("hello {}", name.unwrap_or("nobody")), times)
}

pub fn divide(a: i64, b: i64) -> i64 {
    a.div_euclid(b)
}

pub fn is_even(number: i64) -> bool {
    number % 2 == 0
}
