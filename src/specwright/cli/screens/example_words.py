"""A test as a person reads it, and as they would write it with `--example`: a call, a run, or a sequence of calls."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final

from specwright.core.program.data import from_json, show
from specwright.core.program.kind import TaskKind
from specwright.core.program.steps import UNSTATED, error_of
from specwright.core.run.result import Result, TestReport
from specwright.core.work.testcase import Raises

_CELL: Final = 60
_TAGGED: Final = re.compile(r'\{\\?"\$')


def kind_of_tests(result: Result) -> TaskKind:
    """Return the kind of task that the tests of a result are about."""
    return result.signature.kind if result.signature else TaskKind.FUNCTION


def example_text(test: TestReport, kind: TaskKind = TaskKind.FUNCTION) -> str:
    """Return a test as a person reads it: `nums=[3, 3], target=6 -> [0, 1]`."""
    if kind is TaskKind.CLASS:
        return "; ".join(_steps(test, cut))
    return f"{_inputs(test, cut)} -> {expected_in_words(test.expected, kind)}"


def option_text(test: TestReport, kind: TaskKind = TaskKind.FUNCTION) -> str | None:
    """Return a test as the value of `--example`, in JSON; None for an error or a value that has no plain form."""
    if kind is TaskKind.CLASS:
        text = _written(_steps(test, _written))
    elif _is_error(test.expected):
        return None
    else:
        result = _of_run(test.expected) if kind is TaskKind.PROGRAM else test.expected
        text = f"{_inputs(test, _written)} -> {_written(result)}"
    return None if _TAGGED.search(text) or " raises " in text else text


def expected_in_words(expected: Any, kind: TaskKind = TaskKind.FUNCTION) -> str:
    """Return what a test expects as a person writes it; `{"raises": NAME}` is an error."""
    if _is_error(expected):
        return str(Raises(error=expected["raises"]))
    return cut(_of_run(expected) if kind is TaskKind.PROGRAM else expected)


def cut(value: Any) -> str:
    """Return a plain JSON value as a person reads it, cut to a short length."""
    return show(from_json(value), _CELL)


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _is_error(expected: Any) -> bool:
    return isinstance(expected, dict) and set(expected) == {"raises"}


def _inputs(test: TestReport, write: Callable[[Any], str]) -> str:
    return ", ".join(f"{name}={write(value)}" for name, value in test.input.items())


def _of_run(expected: Any) -> Any:
    """Return a program's results: its output alone, unless its exit status or its files matter."""
    if not isinstance(expected, list) or len(expected) != 3:
        return expected
    output, status, files = expected
    told = {"output": output, "status": status, "files": files}
    return (
        output if status == 0 and not files else {name: part for name, part in told.items() if name != "files" or part}
    )


def _steps(test: TestReport, write: Callable[[Any], str]) -> list[str]:
    """Return each call of a sequence with its result."""
    found = []
    for (name, *arguments), result in zip(test.input["calls"], test.expected, strict=True):
        call = f"{name}({', '.join(map(write, arguments))})"
        error = error_of(result)
        if error is not None:
            found.append(f"{call} {Raises(error=error or None)}")
        else:
            found.append(call if result in (None, UNSTATED) else f"{call} -> {write(result)}")
    return found
