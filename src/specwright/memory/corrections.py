"""Corrections: the small change that mended one program, as a template that may mend another.

A program is read as words and signs, in any language alike. Names of the program become holes; what follows a dot or
stands before a parenthesis is the language's or a library's, and stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Final, NamedTuple

from specwright.core.evidence.failure import FailureKind
from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.memory.entry import Correction
from specwright.languages.registry import ROWS

MOST_TRIED: Final = 6
"""Places at which one correction is tried in one program."""
_MOST_TOKENS: Final = 24
_CONTEXTS: Final = ((2, 1), (3, 1), (1, 1), (3, 3))
"""How much of its line before and after a change is part of its template."""
_FARTHEST: Final = 3
_LEAST: Final = 2
"""Fewer tokens would fit everywhere."""
_NEAR: Final = 6
"""Changes that are at most so many tokens apart are one change."""
_KINDS: Final = (
    (FailureKind.WRONG_VALUE, ("wrong value",)),
    (FailureKind.SYNTAX, ("Syntax", "Indentation", "TabError")),
    (FailureKind.IMPORT, ("ImportError", "ModuleNotFound", "NameError", "ReferenceError")),
    (FailureKind.TYPE, ("TypeError", "AttributeError", "ClassCast")),
    (FailureKind.TIMEOUT, ("time",)),
    (FailureKind.MEMORY, ("memory", "MemoryError", "OutOfMemory")),
)
_HOLE: Final = "\u00a7"
_TOKEN: Final = re.compile(
    r"""(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|(?P<number>\d[\w.]*)|(?P<name>[^\W\d]\w*)"""
    r"""|(?P<sign><<=|>>=|===|!==|\*\*=|//=|\.\.=|<=|>=|==|!=|->|=>|::|\+\+|--|\+=|-=|\*=|/=|%=|&&|\|\||<<|>>|\*\*|//"""
    r"""|:=|\?\?|\.\.|[^\w\s])""",
    re.DOTALL,
)
_TYPES: Final = (
    "bool boolean byte char double f32 f64 float i32 i64 int isize long map none self short str string u32 u64 usize",
    "void",
)
_WORDS: Final = frozenset(" ".join((*(row.keywords.lower() for row in ROWS.values()), *_TYPES)).split())
_QUOTED: Final = re.compile(r"""['"`\u2018\u2019][^'"`\u2018\u2019]{0,200}['"`\u2018\u2019]""")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_PLACE: Final = re.compile(r"\S*[/\\]\S+|\b\w+\.(?:py|js|ts|java|go|rs)\b\S*")


class CodeWord(NamedTuple):
    text: str
    start: int
    end: int
    is_name: bool


def tokens_of(code: str) -> list[CodeWord]:
    """Return the words and signs of a program, without its spaces."""
    return [
        CodeWord(found[0], found.start(), found.end(), found["name"] is not None) for found in _TOKEN.finditer(code)
    ]


def failure_of(outcome: Outcome) -> str:
    """Return how a test failed, without names, values and places: `IndexError: list index out of range`."""
    if outcome.ending is Ending.RETURNED:
        return "wrong value"
    line = _QUOTED.sub("'…'", outcome.error_line or outcome.ending.value)
    return " ".join(_NUMBER.sub("#", _PLACE.sub("…", line)).split())[:160]


def kind_of_failure(failure: str) -> FailureKind:
    """Return the kind of a failure that `failure_of` put in words."""
    name = failure.split(":", maxsplit=1)[0]
    return next((kind for kind, words in _KINDS if any(word in name for word in words)), FailureKind.EXCEPTION)


def learn_corrections(before: str, after: str, language: str, failure: str) -> tuple[Correction, ...]:
    """Return the change between two programs as corrections, with more and with less of its line around it.

    Return nothing if it is not one small change. Names that the change brings in must be known from its line.
    """
    old, new = tokens_of(before), tokens_of(after)
    matcher = SequenceMatcher(None, [each.text for each in old], [each.text for each in new], autojunk=False)
    changes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    if not changes or any(later[1] - earlier[2] > _NEAR for earlier, later in pairwise(changes)):
        return ()
    span = _ChangedPart(changes[0][1], changes[-1][2], changes[0][3], changes[-1][4])
    own = set(_holes(old, 0, len(old)))
    found: dict[tuple[str, ...], Correction] = {}
    for context in _CONTEXTS:
        wider = span.wider(*_beside(before, old, span, context))
        made = _template(before, old[wider.first : wider.last], after, new[wider.start : wider.end], old, wider, own)
        if made is not None:
            found.setdefault(made[0], Correction(language=language, failure=failure, before=made[0], after=made[1]))
    return tuple(found.values())


class _ChangedPart(NamedTuple):
    """The places of a change: from `first` to `last` in the old program, from `start` to `end` in the new one."""

    first: int
    last: int
    start: int
    end: int

    def wider(self, left: int, right: int) -> _ChangedPart:
        return _ChangedPart(self.first - left, self.last + right, self.start - left, self.end + right)


def _beside(code: str, tokens: Sequence[CodeWord], span: _ChangedPart, context: tuple[int, int]) -> tuple[int, int]:
    """Return how many tokens before and after a change belong to its template."""
    left = min(context[0], _reach(code, tokens, span.first - 1, -1)) if span.first else 0
    right = min(context[1], _reach(code, tokens, max(span.last - 1, 0), 1))
    least = max(0, _LEAST - left - (span.last - span.first))
    return left, min(max(right, least), len(tokens) - span.last)


def _template(  # noqa: PLR0917 - both programs, and where they differ
    before: str,
    old: Sequence[CodeWord],
    after: str,
    new: Sequence[CodeWord],
    whole: Sequence[CodeWord],
    span: _ChangedPart,
    own: set[str],
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return both sides of a correction; None if it would fit everywhere, is too long, or needs an unknown name."""
    if not old or max(len(old), len(new)) > _MOST_TOKENS:
        return None
    holes = _holes(whole, span.first, span.last)
    template = tuple(holes.get(token.text, token.text) for token in old)
    unbound = {token.text for token in new if token.text in own} - set(holes)
    if unbound or len(template) < _LEAST or all(word.startswith(_HOLE) for word in template):
        return None
    return template, tuple(_with_spaces(after, new, holes, old, before))


def _reach(code: str, tokens: Sequence[CodeWord], start: int, step: int) -> int:
    """Return how many tokens beside a change stand on its line: the context by which its place is known.

    `start` is the token from which they are counted: to the left it is one of them.
    """
    count, place = (1, start) if step < 0 else (0, start)
    while count < _FARTHEST and 0 <= place + step < len(tokens):
        first, second = sorted((place, place + step))
        if "\n" in code[tokens[first].end : tokens[second].start]:
            break
        count, place = count + 1, place + step
    return count


def applied(code: str, correction: Correction) -> Iterator[str]:
    """Yield the programs that the correction makes of this one, a place for each, at most `MOST_TRIED`."""
    tokens, size = tokens_of(code), len(correction.before)
    made = 0
    for place in range(len(tokens) - size + 1):
        bound = _bound(correction.before, tokens[place : place + size])
        if bound is None:
            continue
        start, end = tokens[place].start, tokens[place + size - 1].end
        text = "".join(
            _indent(code, start, word) if word.startswith("\n") else bound.get(word, word) for word in correction.after
        )
        changed = code[:start] + text + code[end:]
        if changed != code:
            yield changed
            made += 1
        if made == MOST_TRIED:
            return


def _holes(tokens: Sequence[CodeWord], first: int, last: int) -> dict[str, str]:
    """Return a hole for each name of the program in this part of it."""
    holes: dict[str, str] = {}
    for place in range(first, last):
        token = tokens[place]
        before = tokens[place - 1].text if place else ""
        following = tokens[place + 1].text if place + 1 < len(tokens) else ""
        own = token.is_name and token.text.lower() not in _WORDS and before not in (".", "::", "->")
        if own and following not in ("(", "::", "!") and token.text[0].islower():
            holes.setdefault(token.text, f"{_HOLE}{len(holes)}")
    return holes


def _with_spaces(
    code: str, tokens: Sequence[CodeWord], holes: dict[str, str], old: Sequence[CodeWord], before: str
) -> Iterator[str]:
    """Yield the words of the new text with the spaces between them. A line's indentation is relative to the first."""
    base = _indentation(before, old[0].start)
    for place, token in enumerate(tokens):
        if place:
            gap = code[tokens[place - 1].end : token.start]
            if "\n" in gap:
                yield "\n" + gap.rpartition("\n")[2].removeprefix(base)
            elif gap:
                yield " "
        yield holes.get(token.text, token.text)


def _bound(template: Sequence[str], tokens: Sequence[CodeWord]) -> dict[str, str] | None:
    """Return what each hole stands for here; None if the template does not fit."""
    bound: dict[str, str] = {}
    for word, token in zip(template, tokens, strict=True):
        if word.startswith(_HOLE):
            if not token.is_name or bound.setdefault(word, token.text) != token.text:
                return None
        elif word != token.text:
            return None
    return bound if len(set(bound.values())) == len(bound) else None


def _indentation(code: str, place: int) -> str:
    line = code[code.rfind("\n", 0, place) + 1 :]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _indent(code: str, start: int, word: str) -> str:
    return f"\n{_indentation(code, start)}{word[1:]}"
