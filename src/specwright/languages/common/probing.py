"""What probes of every language have in common: their report, patterns as constants, and examples in comments."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from specwright.core.existing.calls import Mark, PlanOutcome, TestablePart
from specwright.core.program.data import Data
from specwright.core.work.example import lift_every_example
from specwright.core.work.testcase import Raises, Returns

_LONGEST_PATTERN: Final = 300
_MOST_PATTERNS: Final = 40
_COMMENT: Final = re.compile(r"^\s*(?:///?|/\*+|\*/?|#)")


def probe_lines(output: str, nonce: str, count: int, files: Sequence[str]) -> tuple[PlanOutcome | None, ...]:
    """Return the outcomes of `count` plans; None for those that were not told. Code can forge them, and gains nothing:
    every test is run as it is written before it counts."""
    found: list[PlanOutcome | None] = [None] * count
    table: list[Mark] = []
    for line in output.splitlines():
        if nonce not in line or '"P"' not in line:
            continue
        try:
            own, what, place, ending, error, by_itself, kind, digest, bits, fresh, told = json.loads(
                line[line.index('["' + nonce) :]
            )
            if own != nonce or what != "P" or not 0 <= int(place) < count:
                continue
            table += [(files[int(number)], int(first), int(second)) for number, first, second in fresh]
            reached = int(bits, 16)
            marks = frozenset(mark for at, mark in enumerate(table) if reached >> at & 1)
            found[int(place)] = PlanOutcome(
                ending=str(ending),
                error=str(error),
                by_itself=bool(by_itself),
                marks=marks,
                digest=str(digest),
                kind=str(kind),
                told=told if isinstance(told, dict) else None,
            )
        except (ValueError, TypeError, IndexError, KeyError):
            continue
    return tuple(found)


def pattern_constants(patterns: Sequence[str]) -> tuple[Data, ...]:
    """Return the regular expressions of a code as constants: inputs are made that match them."""
    short = (pattern for pattern in dict.fromkeys(patterns) if len(pattern) <= _LONGEST_PATTERN)
    return tuple(short)[:_MOST_PATTERNS]


class CommentExample(NamedTuple):
    """An example of a call in a comment."""

    args: tuple[Data, ...]
    value: Data
    raises: bool


def stated_in_comments(
    code: str, functions: Sequence[TestablePart]
) -> Iterator[tuple[TestablePart, CommentExample, int]]:
    """Yield the examples in the comments before functions that call them, each with its function and line."""
    lines = code.splitlines()
    for part in functions:
        at = part.declared.line - 1
        while at > 0 and _COMMENT.match(lines[at - 1]):
            at -= 1
        comment = lines[at : part.declared.line - 1]
        text = "\n".join(re.sub(r"^\s*(?:///?|/\*+|\*/?|#) ?|\*/\s*$", "", line) for line in comment)
        names = [param.name for param in part.declared.params]
        for example in lift_every_example(text):
            if example.called != part.name or not set(example.kwargs) <= set(names):
                continue
            named = [example.kwargs[name] for name in names[len(example.args) :] if name in example.kwargs]
            given = (*example.args, *named)
            if not part.declared.needed <= len(given) <= len(names):
                continue
            expected = example.expected
            value = expected.value if isinstance(expected, Returns) else None
            yield part, CommentExample(given, value, isinstance(expected, Raises)), at + 1
