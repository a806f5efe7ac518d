"""Examples in the form of a call: `f(x) == y`, `assert f(x)`, doctests, and the assertions of test frameworks."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from specwright.core.work.reading.found import MOST, Found, Wanted, found, raised, skip_marks, wanted
from specwright.core.work.reading.literals import arguments, closing, literal, split
from specwright.core.work.testcase import Raises, Returns

CALL = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\s*\(")
_VERB: Final = (
    r"(?:should|must|will|shall|would|has to|needs to|to)?\s*(?:return|give|yield|produce|output|equal|evaluate to|"
    r"evaluates to|result in|results in|become|be equal to|be|ergibt|donne|renvoie|devuelve|"
    r"restituisce|возвращает|返回)s?\b"
)
SEPARATOR = re.compile(
    r"\s*(?:-{1,3}>|={1,3}>|→|⇒|➞|↦|⟶|⟹|≡|={1,3}(?![=>])|"
    + _VERB
    + r"|:(?=\s*[\[({\"'\d-]|\s*(?:True|False|None|true|false|null)\b)"
    r"|(?:is|are)\b(?=\s*`?(?:[\[({\"'\d-]|(?:True|False|None|true|false|null)\b)))\s*"
)
_INSIDE = re.compile(r"(?:\bdef\s|[\w)]\s*[-+*/%])\s*$")
"""Text before a call that is a declaration, or a part of a larger expression."""
COMMENT = re.compile(r"[)\s;]*(?://|#|--)\s*(?:=+>|-+>|→|returns?|gives|Output:)?[ \t]*")
_WORKED = re.compile(r"[-+*/%^().\d \t]*[-+*/][-+*/%^().\d \t]*=[ \t]*(?!=)")
"""A calculation before the value: `f(4) -> 9 - 5 = 4`."""
_DOCTEST = re.compile(r"^[ \t]*>>>[ \t]*(?P<call>.+)\n(?P<wanted>[ \t]*\S.*)$", re.MULTILINE)
_TRACEBACK = re.compile(r"Traceback.*\n(?:[ \t]+.*\n)*?[ \t]*([A-Z]\w*)(?::.*)?$", re.MULTILINE)
_PRINTED = re.compile(r"print\((.*)\)$")
_ASSERT = re.compile(r"\bassert\s+(not\s+)?")
_EQUAL = re.compile(r"\b(?:\w+\.)?assert_?(?:Equals?|StrictEqual|DeepEqual|_?eq)!?\s*\(", re.IGNORECASE)
_EXPECT = re.compile(r"\bexpect\s*\(")
_MATCHER = re.compile(r"\.(?:to\.)?(?:be\.)?(?:toBe|toEqual|toStrictEqual|equal|eql|be|eq|to_equal)\s*\(")


def doctests(text: str) -> Iterator[Found]:
    """`>>> f(x)` and the line below it."""
    for match in islice(_DOCTEST.finditer(text), MOST):
        call = match["call"].strip()
        printed = _PRINTED.match(call)
        call = printed[1].strip() if printed else call
        head = CALL.match(call)
        if head is None or (end := closing(call, head.end() - 1)) != len(call):
            continue
        given = arguments(call[head.end() : end - 1])
        at = match.start("wanted") + len(match["wanted"]) - len(match["wanted"].lstrip())
        traceback = _TRACEBACK.match(text, at)
        value = literal(text, at)
        if given is None:
            continue
        if traceback:
            yield found(text, match.start(), traceback.end(), given, Raises(error=traceback[1]), head[1])
        elif value and not text[value.end :].split("\n", 1)[0].strip():
            yield found(text, match.start(), value.end, given, Returns(value=value.value), head[1])


def calls(text: str) -> Iterator[Found]:
    """`f(x) == y`, `f(x) -> y`, `f(x) raises Kind`, `f(x)  # y`, anywhere in the text."""
    for head in islice(CALL.finditer(text), MOST):
        if hasattr(builtins, head[1]) or _INSIDE.search(text[max(0, head.start() - 20) : head.start()]):
            continue
        end = closing(text, head.end() - 1)
        given = arguments(text[head.end() : end - 1]) if end else None
        if end is None or given is None:
            continue
        expected = expected_after(text, end)
        if expected is not None:
            yield found(text, head.start(), expected.end, given, expected.expectation, head[1])


def expected_after(text: str, end: int) -> Wanted | None:
    """What a call is stated to give, from the text behind it."""
    at = skip_marks(text, end)
    if error := raised(text, at):
        return error
    separator = SEPARATOR.match(text, at) or COMMENT.match(text, at)
    if separator is None:
        return None
    worked = _WORKED.match(text, separator.end())
    return wanted(text, separator.end()) or (wanted(text, worked.end()) if worked else None)


def assertions(text: str) -> Iterator[Found]:
    """`assert f(x)`, `assertEqual(f(x), y)`, `expect(f(x)).toBe(y)`."""
    yield from _bare(text)
    for match in islice(_EQUAL.finditer(text), MOST):
        end = closing(text, match.end() - 1)
        parts = split(text[match.end() : end - 1]) if end else []
        if end and len(parts) >= 2:
            yield from _pair(text, match.start(), end, parts[0], parts[1])
    for match in islice(_EXPECT.finditer(text), MOST):
        end = closing(text, match.end() - 1)
        matcher = _MATCHER.match(text, end) if end else None
        last = closing(text, matcher.end() - 1) if matcher else None
        if end and matcher and last:
            yield from _pair(text, match.start(), last, text[match.end() : end - 1], text[matcher.end() : last - 1])


def _bare(text: str) -> Iterator[Found]:
    for match in islice(_ASSERT.finditer(text), MOST):
        head = CALL.match(text, match.end())
        end = closing(text, head.end() - 1) if head else None
        given = arguments(text[head.end() : end - 1]) if head and end else None
        ends = end is not None and not text[end:].split("\n", 1)[0].split("#", maxsplit=1)[0].strip(" ;.,`")
        if head and end and given is not None and ends:
            yield found(text, match.start(), end, given, Returns(value=match[1] is None), head[1])


def _pair(text: str, start: int, end: int, one: str, other: str) -> Iterator[Found]:
    """A call and a value, in either order."""
    for call, value in ((one.strip(), other.strip()), (other.strip(), one.strip())):
        head = CALL.match(call)
        given = arguments(call[head.end() : -1]) if head and closing(call, head.end() - 1) == len(call) else None
        read = literal(value, 0)
        if head and given is not None and read and not value[read.end :].strip():
            yield found(text, start, end, given, Returns(value=read.value), head[1])
            return
