"""Passages that look like an example and that no reader could read. They are reported, never dropped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from specwright.core.value import canonical
from specwright.core.work.reading.blocks import IN_SENTENCE, INPUT, OUTPUT, called_names, output_column, table_rows
from specwright.core.work.reading.found import MOST, Found, words
from specwright.core.work.reading.leftover import leftover
from specwright.core.work.reading.literals import arguments, literal
from specwright.core.work.reading.pairs import pairs_left
from specwright.core.work.testcase import Returns

_LONGEST: Final = 120
_HEADING: Final = (
    r"(?:(?:for\s+)?(?:examples?|instance)\s*\d*\s*(?::|,)|e\.g\.,?:?|i\.e\.,?|beispiele?\s*:|z\.\s?B\.|"
    r"(?:par\s+)?exemples?\s*[:,]|(?:por\s+)?ejemplos?\s*[:,]|esempio\s*:|пример\w*\s*:|例如?\s*[:,]?|例\s*:)\s*"
)
_PROMPT = re.compile(r"^[ \t]*>>>[ \t]*(?!import\b|from\b|\w+\s*=[^=])\S.*$", re.MULTILINE)
_ASSERT = re.compile(r"^.*\bassert(?:\b|_|[A-Z]).*\(.*$|^.*\bexpect\(.*$", re.MULTILINE)
_DATA = re.compile(r"[\[({]?[-\"'\d]|[\[{]|\b(?:True|False|true|false|None|null)\b")
_SEGMENT = re.compile(rf"(?:^|[.:;!?]\s+|\n|\(|,\s+|(?<!\w){_HEADING})", re.IGNORECASE)
_ARROWS = re.compile(r"-{1,3}>|={1,2}>|→|⇒|➞|↦|⟶|⟹")
_BARE = re.compile(r"`?[A-Za-z][\w'-]+(?: [A-Za-z][\w'-]+)?`?\s*$")
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
            *_labels(left),
            *_arrows(left),
            *_tables(left),
            *pairs_left(left),
            *leftover(left, _values(read)),
        }
    )
    kept: list[tuple[int, int]] = []
    for start, end in places:
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return tuple(dict.fromkeys(" ".join(re.sub("\0+", "…", left[start:end]).split())[:_LONGEST] for start, end in kept))


def _values(read: Sequence[Found]) -> frozenset[str]:
    """Return the values that the examples hold."""
    examples = [one.example for one in read]
    given = {canonical(value) for one in examples for value in (*one.args, *one.kwargs.values())}
    return frozenset(given | {canonical(one.expected.value) for one in examples if isinstance(one.expected, Returns)})


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


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return end if end >= 0 else len(text)


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
        left = left.removeprefix("- ")
        right = re.split(r"\n|[.;](?:\s|$)|,\s", text[arrow.end() : arrow.end() + 200], maxsplit=1)[0].strip(" `*\t")
        if left and right and "\0" not in left + right and _is_example(left, right):
            yield arrow.start() - len(before) + (begins[-1] if begins else 0), arrow.end() + len(right) + 1


def _is_example(left: str, right: str) -> bool:
    if any(word.lower().strip("`'\"[]()") in _TYPES for word in (*left.split(), *right.split())):
        return False
    if _ARROWS.search(right) or "def " in left or "lambda" in left:
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


def _tables(text: str) -> Iterator[tuple[int, int]]:
    """Rows of a table that hold nothing but data, or that stand below a column of outputs."""
    names = called_names(text)
    for start, rows in table_rows(text):
        header, *body = rows[:MOST]
        for begin, cells in body:
            known = [literal(cell, 0) for cell in cells]
            data = all(one and not cell[one.end :].strip(" `") for one, cell in zip(known, cells, strict=True))
            if "\0" not in "".join(cells) and (data or output_column(header[1], names) is not None):
                yield start + begin, _line_end(text, start + begin)
