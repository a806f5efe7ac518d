"""Examples of classes: sequences of calls on one object.

["LRUCache(2)", "put(1, 1)", "get(1) -> 1"]          ["LRUCache", "put", "get"]      cache = LRUCache(2)
                                                     [[2], [1, 1], [1]]              cache.put(1, 1)
Output: [null, null, 1]  (of the form beside it)     Output: [null, null, 1]         cache.get(1)  # returns 1
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from specwright.core.program.data import Data, encode, from_json
from specwright.core.program.steps import UNSTATED, raised
from specwright.core.work.reading.calls import SEPARATOR
from specwright.core.work.reading.found import Example, wanted
from specwright.core.work.reading.literals import arguments, closing
from specwright.core.work.testcase import Raises, Returns

_LISTS: Final = re.compile(r"\[\s*\"[A-Za-z_]\w*\"(?:\s*,\s*\"[A-Za-z_]\w*\")*\s*\]")
_TEXTS: Final = re.compile(r"\[\s*(?:\"[A-Za-z_]\w*\(|'[A-Za-z_]\w*\()")
_MADE: Final = re.compile(
    r"^[ \t>.]*(?:(?:const|let|var|auto|final)\s+)?(?:\w+\s+)?(?P<object>\w+)\s*:?=\s*(?:new\s+)?(?P<name>[A-Z]\w*)\(",
    re.MULTILINE,
)
_STATED: Final = re.compile(r"\s*;?\s*(?:#|//|--)\s*(?:[Rr]eturns?|[Gg]ives?|->|=>|→)?:?\s*")
_CALL: Final = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)\(")
_OUTPUT: Final = re.compile(
    r"\s*(?:\*\*|`|,|;)*\s*(?:Output|Expected|Result|->|→)\s*:?\s*(?:\*\*|`)*\s*", re.IGNORECASE
)
_PROMPT: Final = re.compile(r"^\s*(?:>>>|\.\.\.)\s*")


def sequences(text: str) -> tuple[Example, ...]:
    """Return the sequences of calls that stand in a text, each once."""
    found = [*_two_lists(text), *_call_texts(text), *_statements(text)]
    return tuple({example.identity: example for example in found}.values())


def class_named(text: str) -> str | None:
    """Return the class that the sequences of a text make; None if there are none."""
    return next((str(example.kwargs["calls"][0][0]) for example in sequences(text)), None)


def _example(calls: list[Data], results: list[Data], source: str) -> Example:
    shown = " ".join(source.split())
    return Example(kwargs={"calls": calls}, expected=Returns(value=results), source=shown, called=str(calls[0][0]))


def _json(text: str, at: int) -> tuple[Any, int] | None:
    try:
        return json.JSONDecoder().raw_decode(text, at)
    except ValueError:
        return None


def _two_lists(text: str) -> Iterator[Example]:
    """The names of the calls in one list, their arguments in another, and the results in a third."""
    for match in _LISTS.finditer(text):
        names = json.loads(match[0])
        start = text.find("[", match.end())
        given = _json(text, start) if start >= 0 and not text[match.end() : start].strip(" ,\n`") else None
        label = _OUTPUT.match(text, given[1]) if given else None
        told = _json(text, label.end()) if label else None
        if given is None or told is None or not _fits(names, given[0], told[0]):
            continue
        calls = [[name, *map(from_json, args)] for name, args in zip(names, given[0], strict=True)]
        yield _example(calls, [from_json(item) for item in told[0]], text[match.start() : told[1]])


def _fits(names: list[str], given: Any, told: Any) -> bool:
    lists = isinstance(given, list) and all(isinstance(args, list) for args in given)
    return lists and isinstance(told, list) and len(names) == len(given) == len(told)


def _call_texts(text: str) -> Iterator[Example]:
    """A list of calls, each written with its result."""
    for match in _TEXTS.finditer(text):
        end = closing(text, match.start())
        try:
            items = json.loads(text[match.start() : end]) if end else []
        except ValueError:
            continue
        steps = [_step(item, 0) for item in items if isinstance(item, str)]
        if steps and all(steps) and len(steps) == len(items):
            calls, results = zip(*(step for step in steps if step), strict=True)
            yield _example(list(calls), _first_is_none(list(results)), text[match.start() : end])


def _step(text: str, at: int) -> tuple[list[Data], Data] | None:
    """Return the call at this place, and its stated result."""
    head = _CALL.match(text, at)
    end = closing(text, head.end() - 1) if head else None
    given = arguments(text[head.end() : end - 1]) if head and end else None
    if head is None or end is None or given is None or given[1]:
        return None
    call = [head["name"], *given[0]]
    rest = text[end:].strip()
    if not rest:
        return call, UNSTATED
    separator = SEPARATOR.match(text, end) or _STATED.match(text, end)
    value = wanted(text, separator.end() if separator else end)
    if value is None:
        return None
    expected = value.expectation
    return call, raised(expected.error or "") if isinstance(expected, Raises) else expected.value


def _first_is_none(results: list[Data]) -> list[Data]:
    return [None if results[0] == UNSTATED else results[0], *results[1:]]


def _statements(text: str) -> Iterator[Example]:
    """Statements that make an object and call its methods, with results in comments or below prompts."""
    for made in _MADE.finditer(text):
        end = closing(text, made.end() - 1)
        given = arguments(text[made.end() : end - 1]) if end else None
        if end is None or given is None or given[1]:
            continue
        calls, results = [[made["name"], *given[0]]], [encode(None)]
        last = end
        prompted = ">>>" in text[made.start() : made.end()]
        for line_start, line in _lines(text, end):
            body = _PROMPT.sub("", line)
            plain = re.match(rf"\s*(?:(?:int|var|let|const|auto)\s+\w+\s*=\s*)?{made['object']}\.", body)
            step = _step(body, plain.end()) if plain else None
            if step:
                calls.append(step[0])
                results.append(step[1])
            elif prompted and not _PROMPT.match(line) and line.strip() and results[-1] == UNSTATED:
                value = wanted(line, 0)
                if value is None:
                    break
                results[-1] = value.expectation.value if isinstance(value.expectation, Returns) else UNSTATED
            elif line.strip():
                break
            last = line_start + len(line)
        if len(calls) > 1 and any(result not in (None, UNSTATED) for result in results):
            yield _example(calls, results, text[made.start() : last])


def _lines(text: str, start: int) -> Iterator[tuple[int, str]]:
    at = text.find("\n", start) + 1
    while 0 < at <= len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        yield at, text[at:end]
        if end >= len(text):
            return
        at = end + 1
