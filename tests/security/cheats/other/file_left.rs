// Leaves a file.
//
// kind: influence
// walls: isolation

pub fn f(_x: i64) -> String {
    let seen = std::path::Path::new("/tmp/left").exists();
    std::fs::write("/tmp/left", "behind").ok();
    if seen { "seen".to_string() } else { String::new() }
}
