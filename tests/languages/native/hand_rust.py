"""Three Rust packages, and what Cargo and LLVM say of them."""

from __future__ import annotations

import re
from pathlib import Path

from specwright.adapters.machine.runners import packaged
from specwright.core.program.package import Package
from tests.languages.native.hand import ByHand, plainly

SOURCE = """\
//! Small numbers.

/// The largest number.
pub const LIMIT: i64 = 1000;

/// -1, 0 or 1.
pub fn sign(value: i64) -> Result<i64, String> {
    if value > LIMIT {
        return Err("too large".to_string());
    }
    if value > 0 {
        return Ok(1);
    }
    Ok(if value == 0 { 0 } else { -1 })
}

/// Not used.
pub fn unused() -> i64 {
    1
}
"""
TESTS = """\
use words::sign;

#[test]
fn above_zero() {
    assert_eq!(sign(5), Ok(1));
}

#[test]
fn too_large() {
    assert!(sign(1001).is_err());
}

mod inner {
    #[test]
    fn zero() {
        assert_eq!(super::sign(0), Ok(0));
    }
}
"""
MIXED = """\
use words::sign;

#[test]
fn right() {
    assert_eq!(sign(3), Ok(1));
}

#[test]
fn wrong() {
    assert_eq!(sign(-3), Ok(1));
}

#[test]
#[ignore]
fn later() {
    assert_eq!(sign(0), Ok(0));
}

#[test]
fn panics() {
    sign(1001).unwrap();
}
"""
UNIT = """
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limit() {
        assert_eq!(LIMIT, 1000);
    }
}
"""


def package(source: str, tests: str) -> Package:
    return Package(name="words", summary="Numbers.", sources={"src/lib.rs": source}, tests={"tests/words.rs": tests})


PASSING = package(SOURCE, TESTS)
MIXED_ENDINGS = package(SOURCE, MIXED)
WITH_UNIT_TESTS = package(SOURCE + UNIT, TESTS)
BROKEN = package(SOURCE.replace("return Ok(1);", 'return Ok("one");').replace("    1\n", "    missing\n"), TESTS)


def cargo(folder: Path, *words: str, flags: str = "") -> str:
    found = packaged("rust")
    tools = Path(found.programs["rustc"]).parent
    env = {"RUSTFLAGS": flags, "RUSTC": found.programs["rustc"], "RUSTDOC": str(tools / "rustdoc")}
    env["RUSTC_BOOTSTRAP"] = "1"
    done = plainly(folder, str(tools / "cargo"), *words, "--offline", env={**env, "LLVM_PROFILE_FILE": "%m-%p.profraw"})
    return done.stdout + done.stderr


def by_hand(folder: Path) -> ByHand:
    said = cargo(folder, "test", "--tests", flags="-Cinstrument-coverage -Zcoverage-options=branch")
    hand = ByHand(lines={"src/lib.rs": {}})
    for name, how in re.findall(r"^test (\S+) \.\.\. (\w+)", said, re.MULTILINE):
        hand.tests[f"tests/words.rs::{name}"] = {"ok": "passed", "FAILED": "failed", "ignored": "skipped"}[how]
    tools = packaged("rust").programs
    [program] = re.findall(r"Running tests/words\.rs \((\S+)\)", said)
    raw = [str(path) for path in folder.glob("*.profraw")]
    plainly(folder, tools["llvm-profdata"], "merge", "-sparse", *raw, "-o", "all.profdata")
    shown = plainly(
        folder, tools["llvm-cov"], "export", "--format=lcov", "--instr-profile=all.profdata", program, "src/lib.rs"
    ).stdout
    for line, count in re.findall(r"^DA:(\d+),(\d+)", shown, re.MULTILINE):
        hand.lines["src/lib.rs"][int(line)] = int(count) > 0
    total, taken = (re.findall(rf"^{word}:(\d+)", shown, re.MULTILINE)[0] for word in ("BRF", "BRH"))
    hand.branches["src/lib.rs"] = (int(total), int(taken))
    return hand


def errors_by_hand(folder: Path) -> set[tuple[str, int, int]]:
    said = cargo(folder, "build")
    found = re.findall(r"^error.*\n *--> (\S+):(\d+):(\d+)", said, re.MULTILINE)
    return {(path, int(line), int(column)) for path, line, column in found}
