"""Commands: the function that a package offers for one, the program that starts it, and a test of that program.

What the code writer gives is a function of the library: tests can call it a thousand times, and coverage sees it.
The program around it is made: it hands over arguments and streams, and exits with what comes back.
"""

from __future__ import annotations

from typing import Final

from specwright.core.program.package import Item, Package
from specwright.languages.common.names import pascal
from specwright.languages.common.packaging.project import summary_line
from specwright.ports.language import CommandForm


def command_of(package: Package) -> Item | None:
    """The command that the package offers; it has one at most."""
    return next(iter(package.commands), None)


def program_name(item: Item) -> str:
    """The command as it is typed."""
    return item.name.replace("_", "-")


# --- Python ----------------------------------------------------------------------------------------------------

_PYTHON_MAIN: Final = '''\
"""Starts the command {command}."""

import sys

from {module} import main

if __name__ == "__main__":
    sys.exit(main())
'''
_PYTHON_TEST: Final = '''\
import os
import subprocess
import sys
from pathlib import Path

SOURCES = str(Path(__file__).parent.parent / "src")


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command as its users do, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "{package}", *arguments],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        env={{**os.environ, "PYTHONPATH": SOURCES}},
    )


def test_the_command_says_what_it_does():
    done = run("--help")
    assert done.returncode == 0
    assert "usage" in done.stdout
'''


def python_main(module: str, item: Item) -> str:
    """The text of `__main__.py`; `module` holds the function."""
    return _PYTHON_MAIN.format(command=program_name(item), module=module)


def python_form(package: str, item: Item) -> CommandForm:
    return CommandForm(
        declaration="def main(argv: list[str] | None = None) -> int",
        about="It takes the arguments (those of the process where None is given), reads sys.stdin, prints to "
        "sys.stdout and sys.stderr, and returns the exit status.",
        start=f"pip install .\n{program_name(item)} ARGUMENTS\n# or, from the folder of the sources\n"
        f"PYTHONPATH=src python -m {package} ARGUMENTS",
        sample=_PYTHON_TEST.format(package=package),
    )


# --- JavaScript and TypeScript ---------------------------------------------------------------------------------

_NODE_MAIN: Final = """\
#!/usr/bin/env node
import {{ main }} from "../src/index.{extension}";

process.exitCode = await main(process.argv.slice(2), process);
"""
_NODE_TEST: Final = """\
import assert from "node:assert/strict";
import {{ spawnSync }} from "node:child_process";
import test from "node:test";
import {{ fileURLToPath }} from "node:url";

const PROGRAM = fileURLToPath(new URL("../bin/{command}.{extension}", import.meta.url));

/** Run the command as its users do, in a process of its own. */
function run({args}, {input} = "") {{
  return spawnSync(process.execPath, [PROGRAM, ...args], {{ input, encoding: "utf8" }});
}}

test("the command says what it does", () => {{
  const done = run(["--help"]);
  assert.equal(done.status, 0);
  assert.match(done.stdout, /usage/i);
}});
"""


def node_main(item: Item, extension: str) -> dict[str, str]:
    return {node_path(item, extension): _NODE_MAIN.format(extension=extension)}


def node_path(item: Item, extension: str) -> str:
    return f"bin/{program_name(item)}.{extension}"


def node_form(item: Item, extension: str) -> CommandForm:
    typed = extension == "ts"
    streams = 'Pick<NodeJS.Process, "stdin" | "stdout" | "stderr">'
    return CommandForm(
        declaration=f"export async function main(args: string[], io: {streams}): Promise<number>"
        if typed
        else "export async function main(args, { stdin, stdout, stderr })",
        about="It takes the arguments and the streams of the process, and resolves to the exit status.",
        start=f"node {node_path(item, extension)} ARGUMENTS",
        sample=_NODE_TEST.format(
            command=program_name(item),
            extension=extension,
            args="args: string[]" if typed else "args",
            input="input" if not typed else "input: string",
        ),
    )


# --- Go --------------------------------------------------------------------------------------------------------

_GO_MAIN: Final = """\
// Command {command}: {summary}
package main

import (
	"os"

	"{module}"
)

func main() {{
	os.Exit({package}.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}}
"""
_GO_HELPER: Final = """\
package {package}

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

const asCommand = "RUN_AS_COMMAND"

// TestMain makes the test's own program the command where runCommand starts it.
func TestMain(m *testing.M) {{
	if os.Getenv(asCommand) != "" {{
		os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}}
	os.Exit(m.Run())
}}

// runCommand runs the command as its users do, in a process of its own.
func runCommand(t *testing.T, input string, args ...string) (stdout, stderr string, status int) {{
	t.Helper()
	program, err := os.Executable()
	if err != nil {{
		t.Fatal(err)
	}}
	var out, errs strings.Builder
	command := exec.Command(program, args...)
	command.Env = append(os.Environ(), asCommand+"=yes")
	command.Stdin, command.Stdout, command.Stderr = strings.NewReader(input), &out, &errs
	var exit *exec.ExitError
	if err := command.Run(); err != nil && !errors.As(err, &exit) {{
		t.Fatal(err)
	}}
	return out.String(), errs.String(), command.ProcessState.ExitCode()
}}
"""
_GO_TEST: Final = """\
package {package}

import (
	"strings"
	"testing"
)

// runCommand is there already: it runs the command in a process of its own.
func TestTheCommandSaysWhatItDoes(t *testing.T) {{
	stdout, _, status := runCommand(t, "", "--help")
	if status != 0 || !strings.Contains(stdout, "usage") {{
		t.Errorf("status %d, stdout %q", status, stdout)
	}}
}}
"""


def go_files(package: Package, item: Item, clause: str, module: str) -> dict[str, str]:
    """The program, and the file with which the tests start it."""
    command = program_name(item)
    summary = summary_line(package)
    return {
        f"cmd/{command}/main.go": _GO_MAIN.format(command=command, summary=summary, package=clause, module=module),
        "command_helper_test.go": _GO_HELPER.format(package=clause),
    }


def go_form(item: Item, clause: str) -> CommandForm:
    return CommandForm(
        declaration="func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int",
        about="It takes the arguments and the streams of the process, and returns the exit status.",
        start=f"go run ./cmd/{program_name(item)} ARGUMENTS",
        sample=_GO_TEST.format(package=clause),
    )


# --- Rust ------------------------------------------------------------------------------------------------------

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


# --- Java ------------------------------------------------------------------------------------------------------

_JAVA_MAIN: Final = """\
package {clause};

/** Starts the command {command}. */
public final class {main} {{
  private {main}() {{}}

  /**
   * Runs the command and exits with its status.
   *
   * @param args the arguments of the process
   */
  public static void main(String[] args) {{
    System.exit({owner}.run(args, System.in, System.out, System.err));
  }}
}}
"""
_JAVA_TEST: Final = """\
package {clause};

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CommandTest {{
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  /** Runs the command with streams of its own. */
  private int run(String input, String... args) {{
    return {owner}.run(
        args,
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
        new PrintStream(output, true, StandardCharsets.UTF_8),
        new PrintStream(errors, true, StandardCharsets.UTF_8));
  }}

  @Test
  void theCommandSaysWhatItDoes() {{
    assertEquals(0, run("", "--help"));
    assertTrue(output.toString(StandardCharsets.UTF_8).contains("usage"));
  }}
}}
"""


def java_main(package: Package, item: Item, clause: str) -> dict[str, str]:
    owner, main = pascal(package.name), java_class(package)
    text = _JAVA_MAIN.format(clause=clause, command=program_name(item), main=main, owner=owner)
    return {f"src/main/java/{clause}/{main}.java": text}


def java_class(package: Package) -> str:
    return f"{pascal(package.name)}Command"


def java_form(package: str, clause: str) -> CommandForm:
    return CommandForm(
        declaration="public static int run(String[] args, java.io.InputStream input, java.io.PrintStream output, "
        "java.io.PrintStream errors)",
        about="It takes the arguments and the streams of the process, and returns the exit status.",
        start=f"mvn package\njava -jar target/{package.replace('_', '-')}-0.1.0.jar ARGUMENTS",
        sample=_JAVA_TEST.format(clause=clause, owner=pascal(package)),
    )
