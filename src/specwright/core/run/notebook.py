"""A result as a notebook shows it: the verdict, the code, and the tests on demand."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from specwright.core.program.data import from_json, show
from specwright.core.text import counted, printable

if TYPE_CHECKING:
    from specwright.core.run.result import Result, TestReport

_LONGEST: Final = 200
_MOST_TESTS: Final = 50
_COLOURS: Final = {"good": "#14713d", "warn": "#8a5300", "bad": "#b3261e"}
_MARKS: Final = {True: "✓", False: "✗", None: "–"}


def html_of(result: Result) -> str:
    """Return the result as a piece of HTML. Foreign text in it is escaped."""
    totals = result.test_results
    kind = "good" if result.verified else "warn" if result.execution_result.passing else "bad"
    sure = "" if result.confidence is None else f", {100 * result.confidence:.0f}% likely correct"
    told = f"passes {totals.passed} of {counted(totals.total_tests, 'test')}{sure}" if result.code else ""
    parts = [
        f'<p><strong style="color: {_COLOURS[kind]}">{result.word}</strong> {told}</p>',
        *(f"<p>{_text(bar.text)}</p>" for bar in result.bars[:3]),
        f"<p>{_text(result.explanation)}</p>" if not result.verified else "",
        f"<pre><code>{_text(result.code)}</code></pre>" if result.code else "",
        _tests(result),
    ]
    return f"<div>{''.join(parts)}</div>"


def _tests(result: Result) -> str:
    if not result.tests:
        return ""
    rows = "".join(map(_row, result.tests[:_MOST_TESTS]))
    head = "<tr><th></th><th>input</th><th>expected</th><th>got</th><th>from</th></tr>"
    title = counted(len(result.tests), "test")
    return f"<details><summary>{title}</summary><table>{head}{rows}</table></details>"


def _row(test: TestReport) -> str:
    call = ", ".join(f"{name}={_shown(value)}" for name, value in test.input.items())
    got = test.error or ("" if test.passed is None else _shown(test.actual))
    fields = (_MARKS[test.passed], call, _shown(test.expected), got, test.tier.value)
    return f"<tr>{''.join(f'<td>{_text(field)}</td>' for field in fields)}</tr>"


def _shown(value: object) -> str:
    return show(from_json(value), _LONGEST)


def _text(text: object) -> str:
    return escape(printable(str(text)))
