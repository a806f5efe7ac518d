"""Examples in the form of a call: `f(x) == y`, `assert f(x)`, doctests, and the assertions of test frameworks."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from specwright.core.work.reading.found import MOST, ExpectedAt, Found, found
from specwright.core.work.reading.literals import Arguments, arguments, closing, literal, split
from specwright.core.work.reading.tokens import assigned, given_arguments
from specwright.core.work.testcase import Raises, Returns

CALL = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\(")
_VERB: Final = (
    r"(?:should|must|will|shall|would|has to|needs to|to)?\s*(?:return|give|yield|produce|output|equal|evaluate to|"
    r"evaluates to|result in|results in|become|be equal to|be|ergibt|gibt|liefert|donne|renvoie|"
    r"retourne|devuelve|retorna|devolve|restituisce|geeft|zwraca|возвращает|返回)s?\b"
)
SEPARATOR = re.compile(
    r"\s*(?:-{1,3}>|={1,3}>|→|⇒|➞|↦|⟶|⟹|≡|={1,3}(?![=>])|"
    + _VERB
    + r"|:(?=\s*[\[({\"'\d-]|\s*(?:True|False|None|true|false|null)\b)"
    r"|(?:is|are)\b(?=\s*`?(?:[\[({\"'\d-]|(?:True|False|None|true|false|null)\b)))\s*"
)
_ALONE = re.compile(r"^[ \t]*(?P<prompt>>>>[ \t]*(?P<printed>print\()?)?(?=[A-Za-z_]\w*\()", re.MULTILINE)
_BELOW = re.compile(r"[ \t;]*(?:#.*)?\n[ \t]*(?=\S)")
_BESIDE = re.compile(r"[ \t]+(?=[\[({\"'\d-])")
_TRACEBACK = re.compile(
    r"Traceback.*\n(?:[ \t]+.*\n)*?[ \t]*([A-Z]\w*)(?::.*)?$|(?:Uncaught )?([A-Z]\w*(?:Error|Exception))(?::.*)?$",
    re.MULTILINE,
)
_ASSERT = re.compile(r"\bassert\s+(not\s+)?")
_EQUAL = re.compile(
    r"\b(?:\w+\.)*(?!assert_?not|not)\w*(?:equals?|same|eq|is|similar|check|expect)\w*!?\s*\(", re.IGNORECASE
)
"""Whatever is called so and gets a call and a value compares them."""
_TRUTH = re.compile(r"\b(?:\w+\.)?assert(?P<value>True|False|!)\(\s*(?P<no>!\s*)?")
_RAISING = re.compile(
    r"\b(?:with\s+)?(?:pytest\.raises|(?:self\.)?assertRaises)\(\s*([A-Z]\w*)\s*(?:,\s*match=[^)\n]*)?\)\s*:\s*"
    r"|\b(?:self\.|pytest\.)?(?:assertRaises|raises)\(\s*([A-Z]\w*)\s*,\s*(?:lambda\s*:\s*)?"
    r"|\bexpect\(\s*(?:\(\)\s*=>|function\s*\(\)\s*\{\s*(?:return)?)\s*"
)
"""What frameworks put before a call that is to fail."""
_THROWS = re.compile(r"[\s;}]*\)\s*\.(?:to)?\.?(?:toThrow(?:Error)?|throw)\(\s*([A-Z]\w*)?[^)\n]*\)")
_EXPECT = re.compile(r"\b(?:expect|assert_?that)\s*\(", re.IGNORECASE)
_MATCHER = re.compile(r"(?:\.(?!not\b)\w+)*\.(?!not)\w*(?:be|equal|eql|eq|is)\w*\s*\(", re.IGNORECASE)


def doctests(text: str) -> Iterator[Found]:
    """A call on a line of its own, with a prompt or without, and the value or the error on the line below it."""
    for line in islice(_ALONE.finditer(text), MOST):
        head = CALL.match(text, line.end())
        end = closing(text, head.end() - 1) if head else None
        given = _given(text, head.end(), end - 1) if head and end else None
        if head is None or end is None or given is None or (hasattr(builtins, head[1]) and not line["prompt"]):
            continue
        end += bool(line["printed"]) and text[end : end + 1] == ")"
        below = _BELOW.match(text, end) or (_BESIDE.match(text, end) if line["prompt"] else None)
        expected = _below(text, below.end(), prompted=bool(line["prompt"])) if below else None
        if expected is not None:
            yield found(text, line.start(), expected.end, given, expected.expectation, head[1])


def _given(text: str, start: int, end: int) -> Arguments | None:
    """Return the arguments of a call; a name stands for what the lines before gave it."""
    given = arguments(text[start:end])
    return given if given is not None else given_arguments(text[start:end], assigned(text[:start]))


def _below(text: str, at: int, *, prompted: bool) -> ExpectedAt | None:
    """What an interpreter shows here: a value that fills its lines, or an error."""
    if error := _TRACEBACK.match(text, at) if prompted else None:
        return ExpectedAt(Raises(error=error[1] or error[2]), error.end())
    value = literal(text, at)
    if value is None or text[value.end :].split("\n", 1)[0].strip():
        return None
    return ExpectedAt(Returns(value=value.value), value.end)


def assertions(text: str) -> Iterator[Found]:
    """`assert f(x)`, `assertEqual(f(x), y)`, `expect(f(x)).toBe(y)`."""
    yield from _bare(text)
    yield from _raising(text)
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
    for match in islice(_TRUTH.finditer(text), MOST):
        whole = closing(text, text.index("(", match.start()))
        head = CALL.match(text, match.end())
        end = closing(text, head.end() - 1) if head else None
        given = arguments(text[head.end() : end - 1]) if head and end else None
        if head and end and whole and given is not None and not text[end : whole - 1].strip():
            value = (match["value"] == "False") == bool(match["no"])
            yield found(text, match.start(), whole, given, Returns(value=value), head[1])
    for match in islice(_ASSERT.finditer(text), MOST):
        head = CALL.match(text, match.end())
        end = closing(text, head.end() - 1) if head else None
        given = arguments(text[head.end() : end - 1]) if head and end else None
        ends = end is not None and not text[end:].split("\n", 1)[0].split("#", maxsplit=1)[0].strip(" ;.,`")
        if head and end and given is not None and ends:
            yield found(text, match.start(), end, given, Returns(value=match[1] is None), head[1])


def _raising(text: str) -> Iterator[Found]:
    """`with pytest.raises(Kind): f(x)`, `assertRaises(Kind, f, x)`, `expect(() => f(x)).toThrow(Kind)`."""
    for match in islice(_RAISING.finditer(text), MOST):
        start = match.start()
        if named := re.compile(r"([A-Za-z_]\w*)\s*,").match(text, match.end()) if match[2] else None:
            whole = closing(text, text.index("(", start))
            given = arguments(text[named.end() : whole - 1]) if whole else None
            if whole and given is not None:
                yield found(text, start, whole, given, Raises(error=match[2]), named[1])
            continue
        head = CALL.match(text, match.end())
        end = closing(text, head.end() - 1) if head else None
        given = arguments(text[head.end() : end - 1]) if head and end else None
        if head is None or end is None or given is None:
            continue
        if match[1] or match[2]:
            yield found(text, start, end + (match[2] is not None), given, Raises(error=match[1] or match[2]), head[1])
        elif thrown := _THROWS.match(text, end):
            yield found(text, start, thrown.end(), given, Raises(error=thrown[1]), head[1])


def _pair(text: str, start: int, end: int, one: str, other: str) -> Iterator[Found]:
    """A call and a value, in either order."""
    for call, value in ((one.strip(), other.strip()), (other.strip(), one.strip())):
        head = CALL.match(call)
        given = arguments(call[head.end() : -1]) if head and closing(call, head.end() - 1) == len(call) else None
        read = literal(value, 0)
        if head and given is not None and read and not value[read.end :].strip():
            yield found(text, start, end, given, Returns(value=read.value), head[1])
            return
