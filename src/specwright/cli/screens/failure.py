"""How an error reaches the user: what happened, what to do next, and the exit status."""

from __future__ import annotations

import contextlib
import json
import sys
import traceback

from specwright.core.errors import EXIT_STATUS, SpecwrightError, kind_of
from specwright.core.text import printable


def explain(error: Exception) -> int:
    """Explain the error on standard error and return the exit status."""
    with contextlib.suppress(OSError):  # nothing is left to explain it on
        _print(error)
    return EXIT_STATUS[kind_of(error) if isinstance(error, SpecwrightError) else SpecwrightError]


def _print(error: Exception) -> None:
    if not isinstance(error, SpecwrightError):
        traceback.print_exception(error)
        print("specwright: this is a defect; please report it with the lines above", file=sys.stderr)
        return
    if not sys.stderr.isatty():
        print(f"specwright: {printable(error.message)}", file=sys.stderr)
        if error.hint:
            print(f"  next: {printable(error.hint)}", file=sys.stderr)
        return
    from specwright.cli.screens.terminal import open_console, print_item  # noqa: PLC0415 - heavy, and only for a terminal

    console = open_console(sys.stderr)
    print_item(console, error.message, lead="specwright: ")
    if error.hint:
        print_item(console, error.hint, 2, "next: ")


def explain_json(error: SpecwrightError) -> int:
    """The same as one JSON document on standard output."""
    print(json.dumps({"error": {"code": error.code, "message": error.message, "hint": error.hint}}))
    return EXIT_STATUS[kind_of(error)]
