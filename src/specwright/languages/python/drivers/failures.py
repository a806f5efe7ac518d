"""Outcomes of calls that ended with an exception; runs inside the sandbox, standard library only."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import types
    from typing import Any

    from specwright.languages.python.drivers.tagged import plain
else:
    from tagged import plain

MAX_TEXT = 4000
SHOWN_REPEATS = 3


def failure(error: BaseException, code_file: str) -> dict[str, Any]:
    """Return the outcome of a call that ended with an exception."""
    kind = type(error)
    if issubclass(kind, MemoryError):
        return {"ending": "out of memory", "error": "out of memory"}
    text = _traceback(error, code_file)
    no_process = issubclass(kind, BlockingIOError) or (
        kind is RuntimeError and error.args[:1] == ("can't start new thread",)
    )
    if no_process:
        return {"ending": "process limit", "error": "process limit", "detail": text}
    return {"ending": "raised", "error": plain(kind.__name__)[:200], "detail": text}


def _traceback(error: BaseException, code_file: str) -> str:
    try:
        return plain((_frames(error.__traceback__, code_file) + _last_line(error))[-MAX_TEXT:])
    except BaseException as second:
        return "the error could not be shown: %s" % type(second).__name__


def _frames(trace: types.TracebackType | None, code_file: str) -> str:
    """Return the frames of the code among the last twenty, a line each, as Python shows frames without their text."""
    places = []
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append((code.co_filename, trace.tb_lineno, code.co_name))
        trace = trace.tb_next
    runs: list[tuple[tuple[str, int, str], int]] = []
    for place in (each for each in places[-20:] if each[0] == code_file or each[0].startswith("src/")):
        times = runs.pop()[1] if runs and runs[-1][0] == place else 0
        runs.append((place, times + 1))
    lines = []
    for place, times in runs:
        lines += ['  File "%s", line %d, in %s\n' % place] * min(times, SHOWN_REPEATS)
        if more := max(0, times - SHOWN_REPEATS):
            lines.append("  [Previous line repeated %d more time%s]\n" % (more, "s" if more > 1 else ""))
    return "".join(lines)


def last_line(error: BaseException) -> str:
    """Return the exception as Python shows it, cut to the length that a report holds."""
    return plain(_last_line(error))[-MAX_TEXT:]


def _last_line(error: BaseException) -> str:
    """Return the exception as Python shows it."""
    hinted = sys.version_info >= (3, 12) and isinstance(error, (NameError, AttributeError, ImportError))
    if hinted or hasattr(error, "__notes__"):
        import traceback

        return "".join(traceback.format_exception_only(error))
    kind = type(error)
    if kind in (SyntaxError, IndentationError, TabError):
        return _syntax_error(error, kind.__name__)
    name = (
        kind.__qualname__ if kind.__module__ in ("__main__", "builtins") else kind.__module__ + "." + kind.__qualname__
    )
    try:
        text = str(error)
    except BaseException:
        text = "<exception str() failed>"
    return name + ": " + text + "\n" if text else name + "\n"


def _syntax_error(error: Any, name: str) -> str:
    """Return an error of syntax as Python shows it. Importing `traceback` takes longer than most programs run."""
    lines = [] if error.lineno is None else ['  File "%s", line %d\n' % (error.filename or "<string>", error.lineno)]
    if error.text is not None:
        shown = error.text.rstrip("\n")
        text = shown.lstrip(" \n\f")
        lines.append("    %s\n" % text)
        first = (error.offset or 0) - 1 - (len(shown) - len(text))
        if first >= 0:
            wide = max(1, (error.end_offset or 0) - error.offset)
            lines.append("    %s%s\n" % ("".join(c if c.isspace() else " " for c in text[:first]), "^" * wide))
    return "".join(lines) + "%s: %s\n" % (name, error.msg or "<no detail available>")
