"""Changes of regular expressions: what is optional, how often, which signs, where it begins and ends.

Code that reads texts often has all of its rules in one expression. If nothing changed it, an example of one form would
seem to show all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_LITERAL: Final = r'"{3}[\s\S]*?"{3}|"(?:\\.|[^"\\\n])*"|' + r"'(?:\\.|[^'\\\n])*'|`[^`]*`"
_CALLS: Final = {
    "python": r"(?<![\w.])re\.\w+\(\s*",
    "java": r"\b(?:Pattern\.(?:compile|matches)|matches|replaceAll|replaceFirst|split)\(\s*",
    "go": r"\bregexp\.\w+\(\s*",
}
"""The beginning of a call whose first argument is an expression; in other languages it has a form of its own."""
_ELSEWHERE: Final = r"\bRegExp\(\s*"
_JOINED: Final = re.compile(rf"(?P<prefix>[rRbBuU]{{0,2}})(?P<literal>{_LITERAL})\s*\+?\s*")
"""One literal of several that stand one after the other."""
_SLASHED: Final = re.compile(
    r"(?:(?<=[=(,:!&|?\[])|(?<=return))\s*/(?P<body>(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n*\[])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])*)/"
)
_TOKEN: Final = re.compile(
    r"(?P<escape>\\{1,2}.)|(?P<group>\(\?(?:P?<\w+>|[:=!>]|<[=!]|[a-zA-Z-]+[:)])|[()])|(?P<signs>\[\^?\]?(?:\\.|[^\]\\])*\])"
    r"|(?P<often>(?:[*+?]|\{\d+(?:,\d*)?\})[?+]?)|(?P<or>\|)|(?P<anchor>[\^$])|.",
    re.DOTALL,
)
_CLASSES: Final = {"s": (" ",), "S": (r"\w",), "w": (r"\S",), "d": (r"\w",), "W": (r"\s",), "b": ("",), ".": (".",)}
"""What may stand for a class of signs, a border of words or a plain dot."""
_MEMBER: Final = re.compile(r"(?:\\.|[^\\])(?:-(?:\\.|[^\\]))?", re.DOTALL)

ExpressionChange = tuple[int, int, str]


def expression_changes(code: str, language: str) -> Iterator[ExpressionChange]:
    """Yield start, end and new text of each small change in the regular expressions of the source."""
    for start, end in _expressions(code, language):
        yield from _changes(code, start, end)


def _expressions(code: str, language: str) -> Iterator[tuple[int, int]]:
    """Yield where the text of each expression begins and ends."""
    for call in re.finditer(_CALLS.get(language, _ELSEWHERE), code):
        place = call.end()
        while found := _JOINED.match(code, place):
            quotes = 3 if found["literal"].startswith('"""') else 1
            yield found.start("literal") + quotes, found.end("literal") - quotes
            place = found.end()
    if language not in _CALLS:
        yield from ((found.start("body"), found.end("body")) for found in _SLASHED.finditer(code))


def _changes(code: str, start: int, end: int) -> Iterator[ExpressionChange]:
    for token in _TOKEN.finditer(code, start, end):
        first, last = token.span()
        match token.lastgroup:
            case "often":
                yield from ((first, last, new) for new in _counts(token[0]))
            case "signs":
                yield from ((first, last, new) for new in _fewer(token[0]))
            case "anchor":
                yield first, last, ""
            case "or":
                yield first, _alternative_end(code, last, end), ""
            case "escape":
                slashes = token[0][:-1]
                news = _CLASSES.get(token[0][-1], ())
                yield from ((first, last, new.replace("\\", slashes)) for new in news)
            case _:
                pass


def _counts(often: str) -> tuple[str, ...]:
    """Return other numbers of times."""
    if often[0] == "{":
        least, _, most = often[1:].partition("}")[0].partition(",")
        rest = often.partition("}")[2]
        if "," not in often:
            return (f"{{{least},}}{rest}", f"{{1,{least}}}{rest}")
        wider = (f"{{{least},{int(most) + 1}}}{rest}",) if most else ()
        return (*wider, f"{{{max(0, int(least) - 1)},{most}}}{rest}")
    return {"?": ("",), "*": ("+",), "+": ("*", "")}[often[0]] if len(often) == 1 else (often[0],)


def _fewer(signs: str) -> Iterator[str]:
    """Yield the class without its first and without its last member."""
    opening = "[^" if signs.startswith("[^") else "["
    members = _MEMBER.findall(signs[len(opening) : -1])
    if len(members) > 1:
        yield f"{opening}{''.join(members[1:])}]"
        yield f"{opening}{''.join(members[:-1])}]"
    elif members and len(members[0]) == 3 and members[0][0].isalnum():
        yield f"{opening}{chr(ord(members[0][0]) + 1)}{members[0][1:]}]"


def _alternative_end(code: str, start: int, end: int) -> int:
    """Return where the alternative that begins here ends."""
    depth = 0
    for token in _TOKEN.finditer(code, start, end):
        if depth == 0 and token[0] in ("|", ")"):
            return token.start()
        if token.lastgroup == "group" and not token[0].endswith(")"):
            depth += 1
        elif token[0] == ")":
            depth -= 1
    return end
