"""Commands of Rust packages: the program that starts one, its declaration and a test of it."""

from __future__ import annotations

from typing import Final

from specwright.core.program.package import Item, Package
from specwright.languages.common.packaging.commands import program_name
from specwright.ports.language import CommandForm

RUST_MAIN: Final = "src/main.rs"
_RUST_MAIN: Final = """\
//! Starts the command {command}.
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {{
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (mut input, mut output, mut errors) = (io::stdin().lock(), io::stdout(), io::stderr());
    ExitCode::from({package}::run(&args, &mut input, &mut output, &mut errors))
}}
"""
_RUST_TEST: Final = """\
use std::io::Write;
use std::process::{{Command, Output, Stdio}};

/// Run the command as its users do, in a process of its own.
fn run(args: &[&str], input: &str) -> Output {{
    let mut child = Command::new(env!("CARGO_BIN_EXE_{command}"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A command that does not read its input may end before it is written.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().unwrap()
}}

#[test]
fn the_command_says_what_it_does() {{
    let done = run(&["--help"], "");
    assert_eq!(done.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&done.stdout).contains("usage"));
}}
"""


def rust_main(package: Package, item: Item) -> dict[str, str]:
    return {RUST_MAIN: _RUST_MAIN.format(command=program_name(item), package=package.name)}


def rust_form(item: Item) -> CommandForm:
    return CommandForm(
        declaration="pub fn run(args: &[String], input: &mut dyn std::io::BufRead, output: &mut dyn std::io::Write, "
        "errors: &mut dyn std::io::Write) -> u8",
        about="It takes the arguments and the streams of the process, and returns the exit status.",
        start="cargo run -- ARGUMENTS",
        sample=_RUST_TEST.format(command=program_name(item)),
    )
