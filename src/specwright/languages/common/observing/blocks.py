"""Marks at the start of each block of a function, in languages with braces: which of them a call reached.

No parser is needed: if a marked text cannot be built, the plain one is observed without marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from specwright.core.existing.comparison import Reach

_COMMENTS: Final = r"//[^\n]*|/\*.*?\*/"
_QUOTED: Final = r'"(?:\\.|[^"\\\n])*"'
BLANKS: Final = {
    "javascript": rf"{_COMMENTS}|{_QUOTED}|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"
    r"|(?<=[(,=:\[!&|?+;{}])\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*|(?<=return)\s+/(?![/*])(?:\\.|[^/\\\n])+/[a-z]*",
    "java": rf'{_COMMENTS}|"""(?:\\.|[^\\])*?"""|{_QUOTED}|\'(?:\\.|[^\'\\\n])+\'',
    "go": rf"{_COMMENTS}|{_QUOTED}|`[^`]*`|'(?:\\.[^']*|[^'\\\n])'",
    "rust": rf'{_COMMENTS}|r(#*)".*?"\1|"(?:\\.|[^"\\])*"|\'(?:\\[^\']+|[^\'\\\n])\'|#!?\[[^\]\n]*\]',
}
"""What of a text is no code: comments, texts, letters and regular expressions."""
_HEADS: Final = {
    "javascript": r"\b(?:if|else|for|while|do|try|catch|finally)\b[^{}]*$|=>\s*$|\)\s*(?::[^{}=]*)?$",
    "java": r"\b(?:if|else|for|while|do|try|catch|finally)\b[^{}]*$|->\s*$|\)\s*(?:throws[\w\s,.]*)?$",
    "go": r"^\s*(?:\}\s*)?(?:if|else|for|func)\b.*$|\bfunc\s*\([^{}]*$",
    "rust": r"\b(?:if|else|for|while|loop|unsafe)\b[^{}]*$|=>\s*$|\bfn\s+\w+[^{}]*$|\|\s*(?:->[^{}]*)?$",
}
"""The text before the brace that opens a block of statements."""
_NOT_HEADS: Final = {
    "javascript": r"\b(?:switch|class)\b[^{};]*$",
    "java": r"\b(?:switch|class|interface|enum|record)\b[^{};]*$|\bnew\s+[\w.<>,\s\[\]]+(?:\([^()]*\))?\s*$",
    "go": r"\b(?:struct|interface|switch|select|map\[\w+\]\w+|\[\]\w+)\s*$|^\s*switch\b",
    "rust": r"\b(?:match|struct|enum|impl|trait|mod|union|extern|const\s+fn)\b[^{};]*$|macro_rules!",
}
_ENTRANCES: Final = {
    "javascript": r"\bfunction\b[^{}]*$|=>\s*$|"
    r"(?<!\w)(?!(?:if|for|while|catch|with)\b)[\w$]+\s*\([^{}]*\)\s*(?::[^{}=]*)?$",
    "java": r"[\w>\]]\s+\w+\s*\([^{}]*\)\s*(?:throws[\w\s,.]*)?$",
    "go": r"\bfunc\b",
    "rust": r"\bfn\s+\w+",
}
"""The text before the brace that opens a function."""
_UNBRACED: Final = re.compile(r"\b(?:(if|for|while)\s*\(|else\b(?!\s*(?:if\b|\{)))")
_CONTROL: Final = re.compile(r"(?:if|for|while|do|switch|try|else|function|class|return\s*\(?\s*\{)\b")
_CASE: Final = re.compile(r"^[ \t]*(?:case\b[^\n]*|default):[ \t]*$", re.MULTILINE)
_MOST: Final = 2000


@dataclass(frozen=True)
class Marked:
    text: str
    places: tuple[tuple[int, int], ...]
    """Of each mark: its line, and the mark of the entrance of its function."""


def blanked(code: str, family: str) -> str:
    """Return the code with blanks for comments and texts, each sign at its place."""
    return re.sub(BLANKS[family], lambda found: re.sub(r"[^\n]", " ", found[0]), code, flags=re.DOTALL)


def marked(code: str, family: str, mark: Callable[[int], str]) -> Marked:
    """Return the code with a mark at the start of each block; `mark` writes one as a statement."""
    bare = blanked(code, family)
    spots = [(at + 1, at + 1, is_entrance) for at, is_entrance in _braces(bare, family)]
    wraps: list[tuple[int, int]] = []
    if family in ("javascript", "java"):
        wraps = list(_unbraced(bare))
        spots += [(start, start, False) for start, _ in wraps]
    if family == "go":
        spots += [(found.end(), found.end(), False) for found in _CASE.finditer(bare)]
    spots = sorted(spots)[:_MOST]
    if len(spots) == _MOST:
        return Marked(code, ())
    places: list[tuple[int, int]] = []
    inserts: list[tuple[int, int, str]] = []
    starts = {start for start, _ in wraps}
    entrance = 0
    for number, (at, _, is_entrance) in enumerate(spots):
        entrance = number if is_entrance else entrance
        places.append((code.count("\n", 0, at) + 1, entrance))
        inserts.append((at, 1, f"{'{' if at in starts else ''}{mark(number)}"))
    inserts += [(end, 0, "}") for _, end in wraps]
    text, last = [], 0
    for at, _, new in sorted(inserts):
        text += [code[last:at], new]
        last = at
    return Marked("".join([*text, code[last:]]), tuple(places))


def _braces(bare: str, family: str) -> Iterator[tuple[int, bool]]:
    """Return the places of braces that open a block, and whether it is a function's."""
    head, no_head, entrance = (re.compile(rules[family]) for rules in (_HEADS, _NOT_HEADS, _ENTRANCES))
    for found in re.finditer(r"\{", bare):
        at = found.start()
        # A loop of Go or Java has semicolons in its head.
        begin = max(bare.rfind(sign, 0, at) for sign in ("{", "}", "\n" if family == "go" else ";")) + 1
        text = bare[begin:at]
        if family == "go" and text.lstrip().startswith("else"):
            yield at, False
        elif head.search(text) and not no_head.search(text):
            yield at, entrance.search(text) is not None


def _unbraced(bare: str) -> Iterator[tuple[int, int]]:
    """Return where single statements behind `if`, `else` and loops begin and end."""
    for found in _UNBRACED.finditer(bare):
        if found[1]:
            shut = _shut(bare, found.end() - 1)
            if shut is None or (found[1] == "while" and re.search(r"\}\s*$", bare[: found.start()])):
                continue
            start = shut + 1
        else:
            start = found.end()
        start += len(bare[start:]) - len(bare[start:].lstrip())
        if start >= len(bare) or bare[start] in "{;" or _CONTROL.match(bare, start):
            continue
        end = _statement_end(bare, start)
        if end is not None:
            yield start, end


def _shut(text: str, at: int) -> int | None:
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if depth == 0:
            return place
    return None


def _statement_end(text: str, start: int) -> int | None:
    """Return where the statement ends: behind its semicolon, or None if it has none."""
    depth = 0
    for place in range(start, len(text)):
        sign = text[place]
        if depth == 0 and sign == ";":
            return place + 1
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0:
            return None
    return None


def depths(bare: str) -> list[int]:
    """Return how many brackets are open at each place of a text without comments and texts, and at its end."""
    found = [0]
    for sign in bare:
        found.append(found[-1] + (sign in "({[") - (sign in ")]}"))
    return found


def block_reach(places: tuple[tuple[int, int], ...], marks: frozenset[int]) -> Reach:
    """Return how many blocks of the entered functions were reached; nothing is known of a text without marks."""
    if not places:
        return Reach()
    own = [number for number, (_, entrance) in enumerate(places) if entrance in marks]
    reached = [number for number in own if number in marks]
    missed = {places[number][0] for number in own} - {places[number][0] for number in reached}
    return Reach(branches=len(reached), all_branches=len(own), missed=tuple(sorted(missed)))


_NUMBER: Final = re.compile(r"(?<![\w.])-?(?:0[xX][\da-fA-F]+|\d+(?:_\d+)*(?:\.\d+)?(?:[eE][-+]?\d+)?)(?=[\w.]?)")
_LITERAL: Final = re.compile(r'"((?:\\.|[^"\\\n])*)"|\'((?:\\.|[^\'\\\n])*)\'|`([^`]*)`')
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


def constants_in(code: str, family: str, most: int = 60) -> list[object]:
    """Return the numbers and texts of some code."""
    found: dict[object, None] = {}
    bare = blanked(code, family)
    for number in _NUMBER.finditer(bare):
        text = number[0].replace("_", "")
        try:
            value = int(text, 16) if "x" in text.lower() else float(text) if set(text) & set(".eE") else int(text)
        except ValueError:
            continue
        found.setdefault(value)
    plain = re.sub(_COMMENTS, "", code, flags=re.DOTALL)
    for each in _LITERAL.finditer(plain):
        text = next((part for part in each.groups() if part is not None), "")
        if len(text) <= most:
            found.setdefault(re.sub(r"\\(.)", lambda part: _ESCAPES.get(part[1], part[1]), text))
    return list(found)[:most]
