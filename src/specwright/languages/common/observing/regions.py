"""Where a function or class stands in a language with braces."""

from __future__ import annotations

import re
from typing import Final

from specwright.languages.common.observing.blocks import blanked
from specwright.languages.common.packaging.brackets import closing

_WORDS: Final = r"(?:public|private|protected|static|final|abstract|synchronized|default|strictfp)\s+"
_HEADS: Final = {
    "javascript": r"^[ \t]*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?"
    r"(?:(?:async\s+)?function\s*\*?\s*NAME\b|(?:class|interface|enum)\s+NAME\b"
    r"|(?:const|let|var)\s+NAME\b|(?:module\.)?exports\.NAME\b)",
    "go": r"^(?:func\s+(?:\([^)\n]*\)\s*)?NAME\b|type\s+NAME\b)",
    "rust": r"^[ \t]*(?:pub(?:\([^)\n]*\))?\s+)?(?:(?:async|const|unsafe|extern)\s+)*"
    r"(?:fn|struct|enum|trait|union|impl(?:<[^>\n]*>)?)\s+NAME\b",
    "java": rf"^[ \t]*(?:{_WORDS}|<[^>\n]*>\s*|@\w+(?:\([^)\n]*\))?\s*)*"
    r"(?:(?:class|interface|record|enum)\s+NAME\b|(?!return\b|new\b|else\b)[\w<>\[\],.?]+(?:\s*[\w<>\[\],.?&]+)*\s+NAME\s*\()",
}
_ABOVE: Final = re.compile(r"[ \t]*(?://|/\*|\*|@\w|#\[)")


def braced_region(code: str, family: str, name: str) -> tuple[int, int] | None:
    """Return the first and last line of a declaration with the comments right over it; None if there is none."""
    bare = blanked(code, family)
    found = re.search(_HEADS[family].replace("NAME", re.escape(name.rsplit(".", maxsplit=1)[-1])), bare, re.MULTILINE)
    if found is None:
        return None
    first = bare.count("\n", 0, found.start()) + 1
    lines = code.splitlines()
    while first > 1 and _ABOVE.match(lines[first - 2]):
        first -= 1
    return first, bare.count("\n", 0, _end(bare, found.start())) + 1


def _end(bare: str, at: int) -> int:
    """Return the place of the last sign of the declaration that begins there."""
    is_value = False
    place = at
    while place < len(bare):
        sign = bare[place]
        if sign == "{":
            return closing(bare, place)
        if sign in "([":
            place = closing(bare, place)
        elif sign == ";" or (sign == "\n" and is_value and bare[at:place].rstrip()[-1:] not in "=>,(+-*/&|?:"):
            return place if sign == ";" else place - 1
        elif sign == "=" and bare[place : place + 2] != "==":
            is_value = True
        place += 1
    return len(bare) - 1
