use std::collections::HashMap;

/// Returns the words in groups that use the same letters, in the order of their first word.
pub fn group_anagrams(words: Vec<String>) -> Vec<Vec<String>> {
    let mut places: HashMap<Vec<char>, usize> = HashMap::new();
    let mut groups: Vec<Vec<String>> = Vec::new();
    for word in words {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        let place = *places.entry(letters).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(word);
    }
    groups
}
