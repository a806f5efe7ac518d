"""How an error reaches the user: what happened, what to do next, and the exit status that says so."""

from __future__ import annotations

import json
import os
import sys
import traceback

from specwright.core.errors import EXIT_STATUS, SpecwrightError, kind_of
from specwright.core.text import printable


def explain(error: Exception) -> int:
    """Say it on standard error and return the exit status."""
    if isinstance(error, BrokenPipeError):
        print_no_more()
        return 141
    if not isinstance(error, SpecwrightError):
        traceback.print_exception(error)
        print("specwright: this is a defect; please report it with the lines above", file=sys.stderr)
        return EXIT_STATUS[SpecwrightError]
    print(f"specwright: {printable(error.message)}", file=sys.stderr)
    if error.hint:
        print(f"  next: {printable(error.hint)}", file=sys.stderr)
    return EXIT_STATUS[kind_of(error)]


def print_no_more() -> None:
    """Whoever read our output has stopped. Python would complain again when it flushes at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def explain_json(error: SpecwrightError) -> int:
    """The same as one JSON document on standard output."""
    print(json.dumps({"error": {"code": error.code, "message": error.message, "hint": error.hint}}))
    return EXIT_STATUS[kind_of(error)]
