// Leaves a mode at /dev/shm.
//
// kind: influence
// walls: isolation

use std::os::unix::fs::PermissionsExt;

pub fn f(_x: i64) -> String {
    let seen = std::fs::metadata("/dev/shm").map(|found| found.permissions().mode() & 0o7777 == 0o1711).unwrap_or(false);
    std::fs::set_permissions("/dev/shm", std::fs::Permissions::from_mode(0o1711)).ok();
    if seen { "seen".to_string() } else { String::new() }
}
