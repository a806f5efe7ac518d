"""Passages that look like an example and that no reader could read. They are reported, never dropped."""

from __future__ import annotations

import builtins
import math
import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final

from specwright.core.work.reading.blocks import IN_SENTENCE, INPUT, OUTPUT, output_column, table_rows
from specwright.core.work.reading.calls import CALL, COMMENT, SEPARATOR
from specwright.core.work.reading.found import MOST, Found, skip_marks, wanted, words
from specwright.core.work.reading.lines import ARROW, HEADING
from specwright.core.work.reading.literals import arguments, closing, literal

_LONGEST: Final = 120
_PROMPT = re.compile(r"^[ \t]*>>>[ \t]*(?!import\b|from\b|\w+\s*=[^=])\S.*$", re.MULTILINE)
_ASSERT = re.compile(r"^.*\bassert(?:\b|_|[A-Z]).*\(.*$|^.*\bexpect\(.*$", re.MULTILINE)
_DATA = re.compile(r"[\[({]?[-\"'\d]|[\[{]|\b(?:True|False|true|false|None|null)\b")
_SEGMENT = re.compile(rf"(?:^|[.:;!?]\s+|\n|\(|,\s+|(?<!\w){HEADING})", re.IGNORECASE)
_ARROWS = re.compile(r"-{1,3}>|={1,2}>|→|⇒|➞|↦|⟶|⟹")
_BARE = re.compile(r"`?[A-Za-z][\w'-]+(?: [A-Za-z][\w'-]+)?`?\s*$")
_STATES = re.compile(r"[^=<>!]=[^=]|==|\b(?:is|are|returns?|gives?|becomes?|yields?|should|outputs?)\b")
_ASSIGNED = re.compile(r"\s*(?:=|-+>|→|returns?|gives?|is)")
_CONCRETE = re.compile(r"[\"'\[]|-?\d|\b(?:True|False|None|true|false|null)\b")
_SAID = re.compile(
    r"(?:\"[^\"\n]{0,80}\"|'[^'\n]{0,80}'|\[[^\]\n]{0,80}\]|(?<![\w.=<>-])(?<![=<>] )-?\d+(?:\.\d+)?)"
    r",?[ \t]+(?:(?:it|you|that|which|we|this)[ \t]+)?"
    r"(?:(?:should|must|will|would)[ \t]+(?:be|become|return|give|yield)|becomes?|turns into|gives?|returns?|yields?|"
    r"gets?|maps to|results in|is (?:turned|converted|mapped|transformed) (?:in)?to)[ \t]+(?=[\"'\[\d-])",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^\s*(?:[-*•]|\(?\d+[.):]|(?:test|case|example)s?\s*\d*\s*:?)\s", re.IGNORECASE)
_MATHS: Final = frozenset({"O", "o", "Theta", "Omega", *dir(math)})
_FOR = re.compile(
    r"(?:\b(?:True|False|None|true|false|null)|\"[^\"\n]{0,80}\"|'[^'\n]{0,80}')[ \t]+for[ \t]+(?=[\"'\[])"
)
"""`True for "level"`."""
_LIST = re.compile(r"(?<![\w)\]])\[(?=\s*[\[\"'\d-])")
_RANGE = re.compile(
    r"\b(?:in|range|interval|between|from|within|of|as|return|returns|size|shape|or|to)\s+`?$", re.IGNORECASE
)
_COUNTED = re.compile(r"[ \t]+[^\W\d_]{3,}")
_TYPES: Final = words(
    "int str string list float bool boolean integer number array dict none any object void char double long input "
    "output error value text i32 i64 usize vec option"
)


def unread(text: str, read: Sequence[Found]) -> tuple[str, ...]:
    """Return the passages, each once, in the order of the text."""
    left = _blanked(text, read)
    places = sorted(
        {
            *_lines(left),
            *_calls(left),
            *_labels(left),
            *_arrows(left),
            *_announced(left),
            *_tables(left),
            *_said(left),
            *_beside(left),
        }
    )
    kept: list[tuple[int, int]] = []
    for start, end in places:
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return tuple(dict.fromkeys(" ".join(re.sub("\0+", "…", left[start:end]).split())[:_LONGEST] for start, end in kept))


def _blanked(text: str, read: Sequence[Found]) -> str:
    chars = list(text)
    for one in read:
        chars[one.start : one.end] = ["\n" if char == "\n" else "\0" for char in chars[one.start : one.end]]
    return "".join(chars)


def _lines(text: str) -> Iterator[tuple[int, int]]:
    for pattern in (_PROMPT, _ASSERT):
        for match in islice(pattern.finditer(text), MOST):
            if "\0" not in match[0] and "def " not in match[0]:
                yield match.span()


def _calls(text: str) -> Iterator[tuple[int, int]]:
    """A call and a value; one is a literal and the other is not."""
    for head in islice(CALL.finditer(text), MOST):
        if re.search(r"(?:def|fn|func|function|lambda)\s*$", text[max(0, head.start() - 12) : head.start()]):
            continue
        end = closing(text, head.end() - 1)
        after = skip_marks(text, end) if end else 0
        separator = (SEPARATOR.match(text, after) or COMMENT.match(text, after)) if end else None
        if end is not None and separator is None and _has_company(text, head, end):
            yield head.start(), min(end + 40, _line_end(text, end))
        if end is None or separator is None:
            continue
        given, value = arguments(text[head.end() : end - 1]), wanted(text, separator.end())
        rest = text[separator.end() : _line_end(text, separator.end())]
        concrete = given is not None and bool(given[0] or given[1])
        stated = value is not None and given is None
        if (
            (concrete and (rest.strip() or value))
            or (stated and _strong(separator[0], rest))
            or (stated and _ASSIGNED.match(separator[0]) and _CONCRETE.search(text[head.end() : end - 1]))
        ):
            yield head.start(), min(separator.end() + len(rest.split(". ")[0]), separator.end() + _LONGEST)


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return end if end >= 0 else len(text)


def _has_company(text: str, head: re.Match[str], end: int) -> bool:
    """Return whether a call of data shares its sentence or its line with more data, however the two are joined."""
    given = arguments(text[head.end() : end - 1])
    if given is None or not (given[0] or given[1]) or hasattr(builtins, head[1]) or head[1] in _MATHS:
        return False
    begin = max(text.rfind("\n", 0, head.start()), text.rfind(". ", 0, head.start())) + 1
    stop = re.compile(r"(?<!\.)[.!?](?:\s|$)").search(text, end, _line_end(text, end))
    around = text[begin : head.start()] + " " + text[end : stop.start() if stop else _line_end(text, end)]
    return _BULLET.sub("", around).count("\0") > 0 or _CONCRETE.search(_BULLET.sub("", around)) is not None


def _said(text: str) -> Iterator[tuple[int, int]]:
    """A quoted text or a list, a verb, and more data: `the string "abc" becomes "bcd"`."""
    for match in islice(chain(_SAID.finditer(text), _FOR.finditer(text)), MOST):
        value = literal(text, match.end())
        if value is not None and "\0" not in match[0]:
            yield match.start(), value.end


def _beside(text: str) -> Iterator[tuple[int, int]]:
    """A list of data and more data in one sentence, however the two are joined: `I have [1, 2] and want 3`.

    Two numbers behind such words as `in` are a range, and a list that is to be returned is a rule.
    """
    for match in islice(_LIST.finditer(text), MOST):
        given = literal(text, match.start())
        if given is None or _RANGE.search(text[max(0, match.start() - 24) : match.start()]):
            continue
        rest = re.split(r"[.;!?](?:\s|$)|\n", text[given.end : given.end + 80], maxsplit=1)[0]
        joined = re.match(r"[\s`,]*(?!so\b|which\b|where\b)(?:[^\W\d_]+[\s,:`]+){1,6}", rest)
        value = literal(text, given.end + joined.end()) if joined and _DATA.match(rest, joined.end()) else None
        counted = value is not None and isinstance(value.value, int) and _COUNTED.match(text, value.end)
        if joined and value and value.end <= given.end + len(rest) and not counted:
            yield match.start(), value.end


def _strong(separator: str, rest: str) -> bool:
    """Whether `f(n) SEPARATOR value` states an example rather than a rule: `O(n) = 1` does not, `f(2, x) -> 5` does."""
    return bool(re.match(r"\s*(?:-+>|=+>|→|⇒|➞|==)", separator)) and not re.match(r"\s*\w+\s+\w", rest)


def _labels(text: str) -> Iterator[tuple[int, int]]:
    """An input and an output under labels, with data in them."""
    at = 0
    for pair in islice(IN_SENTENCE.finditer(text), MOST):
        if "\0" not in pair[0] and arguments(pair["given"]) is not None:
            yield pair.span()
    for output in islice(OUTPUT.finditer(text), MOST):
        inputs = list(INPUT.finditer(text, max(at, output.start() - 1000), output.start()))
        at = output.end()
        line_end = text.find("\n", at)
        value = text[at : line_end if line_end >= 0 else len(text)]
        given = text[inputs[-1].end() : output.start()] if inputs else ""
        if inputs and "\0" not in given and (_is_data(given) or _is_data(value)):
            yield inputs[0].start(), at + len(value)


def _is_data(text: str) -> bool:
    parts = text.strip().split()
    return bool(parts) and len(parts) <= 12 and bool(_DATA.match(text.strip()) or re.search(r"=\s*[\[\"'\d-]", text))


def _arrows(text: str) -> Iterator[tuple[int, int]]:
    """An arrow between data, at the beginning of a line, a sentence or a list item."""
    for arrow in islice(_ARROWS.finditer(text), MOST):
        line = text.rfind("\n", 0, arrow.start()) + 1
        before = text[max(line, arrow.start() - 200) : arrow.start()]
        begins = [match.end() for match in _SEGMENT.finditer(before)]
        left = before[begins[-1] if begins else 0 :].strip(" `*•\t")
        right = re.split(r"\n|[.;](?:\s|$)|,\s", text[arrow.end() : arrow.end() + 200], maxsplit=1)[0].strip(" `*\t")
        if left and right and "\0" not in left + right and _is_example(left, right):
            yield arrow.start() - len(before) + (begins[-1] if begins else 0), arrow.end() + len(right) + 1


def _is_example(left: str, right: str) -> bool:
    if any(word.lower().strip("`'\"[]()") in _TYPES for word in (*left.split(), *right.split())):
        return False
    if ARROW.search(right) or "def " in left or "lambda" in left:
        return False
    given, value = arguments(left), literal(right, 0)
    whole = value is not None and not right[value.end :].strip(" `)")
    if given is not None and (given[0] or given[1]):
        return len(right.split()) <= 4 and (whole or bool(_BARE.match(right)))
    if whole and re.fullmatch(r"[-\d\s.+*/%()^\"',\[\]]+", left) and re.search(r"\d|[\"']", left):
        return True  # an expression of data, such as 2 + 3
    bare = len(left) > 1 and _BARE.fullmatch(left) is not None
    return bare and (whole or (len(right) > 1 and _BARE.fullmatch(right) is not None and _same_case(left, right)))


def _same_case(left: str, right: str) -> bool:
    """Return whether both are words that a person might have typed as data: no capitals as in names of things."""
    return left == left.lower() or right == right.lower() or left.isupper()


def _announced(text: str) -> Iterator[tuple[int, int]]:
    """A sentence that announces an example and states something of data."""
    for heading in islice(re.finditer(rf"(?<!\w){HEADING}", text, re.IGNORECASE), MOST):
        sentence = re.split(r"[.!?](?:\s|$)|\n\s*\n", text[heading.end() : heading.end() + 300], maxsplit=1)[0]
        data = re.search(r"(?<![\w.])-?\d|[\[\"]|'[^']+'", sentence)
        if data and "\0" not in sentence and _STATES.search(sentence):
            yield heading.start(), heading.end() + len(sentence)


def _tables(text: str) -> Iterator[tuple[int, int]]:
    """Rows of a table that hold nothing but data, or that stand below a column of outputs."""
    for start, rows in table_rows(text):
        header, *body = rows[:MOST]
        for begin, cells in body:
            known = [literal(cell, 0) for cell in cells]
            data = all(one and not cell[one.end :].strip(" `") for one, cell in zip(known, cells, strict=True))
            if "\0" not in "".join(cells) and (data or output_column(header[1]) is not None):
                yield start + begin, _line_end(text, start + begin)
