"""Commands of Go packages: the program that starts one, its declaration and a test of it."""

from __future__ import annotations

from typing import Final

from specwright.core.program.package import Item, Package
from specwright.languages.common.packaging.commands import program_name
from specwright.languages.common.packaging.project import summary_line
from specwright.ports.language import CommandForm

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
    """Return the program, and the file with which the tests start it."""
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
