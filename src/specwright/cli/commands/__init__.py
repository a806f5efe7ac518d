"""The commands and their options: one module for each group of them, and one line in `COMMANDS`.

Loading them is cheap. A command imports the code that does its work when it is called.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Final

import typer

from specwright import __version__
from specwright.cli.commands import (
    audit,
    batch,
    check,
    doctor,
    execute,
    generate,
    mcp,
    memory,
    runs,
    sandbox,
    serve,
    settings,
    solve,
    toolchain,
    verify,
)
from specwright.cli.commands.existing import improve, tests
from specwright.cli.options import EXIT_TABLE
from specwright.cli.output import guard_output, show_notes

COMMANDS: Final = (
    solve.app,
    generate.app,
    batch.app,
    runs.app,
    verify.app,
    check.app,
    tests.app,
    improve.app,
    audit.app,
    memory.app,
    execute.app,
    mcp.app,
    serve.app,
    doctor.app,
    settings.app,
    toolchain.app,
    sandbox.app,
)
"""In the order of `--help`. Commands of an app without a name stand at the top level."""

app = typer.Typer(
    name="specwright",
    help="Turn a problem in words into tested code. A language model writes tests and code, a sandbox runs them, and "
    "the evidence decides which of them is wrong.\n\n"
    "\b\nStart with:\n  specwright solve 'Return the n-th Fibonacci number' -e 'fib(10) == 55'",
    epilog=EXIT_TABLE,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # drawing boxes around the help would take as long as everything else together
    context_settings={"help_option_names": ["-h", "--help"]},
)

for commands in COMMANDS:
    app.add_typer(commands)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"specwright {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    return None


def main() -> None:
    """Run the command line: a user's mistake gets its explanation and never a stack trace."""
    output = guard_output()
    if isinstance(sys.stderr, TextIOWrapper):
        sys.stderr.reconfigure(errors="backslashreplace")
    show_notes()
    status = _run()
    if output is not None and (fault := output.fault()) is not None:
        from specwright.cli.screens.failure import explain

        status = explain(fault)
    sys.exit(status)


def _check_directory() -> None:
    """Raise UserError if the working directory was deleted: nearly every command looks for settings in it."""
    try:
        Path.cwd()
    except FileNotFoundError:
        from specwright.core.errors import UserError

        raise UserError("the working directory no longer exists", hint="go to another one: cd ~") from None


def _run() -> str | int | None:
    try:
        _check_directory()
        app()
    except SystemExit as ending:
        return ending.code
    except Exception as error:  # noqa: BLE001 - the last place where an error can be explained
        from specwright.cli.screens.failure import explain

        return explain(error)
    return 0
