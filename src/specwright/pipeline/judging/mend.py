"""Mend: repairs of a source that need no model, tried before one is asked.

Stray fences and prose around the code, characters that only look like code, an indentation too deep, and imports of the
standard library that were forgotten. Pure text in, pure text out; the caller checks that the result is better.
"""

from __future__ import annotations

import re
import textwrap
from typing import Final

from specwright.ports.language import Toolchain

_LOOKALIKES: Final = str.maketrans({
    "\u201c": '"', "\u201d": '"', "\u2018": "'", "\u2019": "'", "\u2212": "-", "\u00a0": " ",
    "\u200b": "", "\ufeff": "",
})  # fmt: skip
_FENCE: Final = re.compile(r"^\s*(?:```|~~~)\s*(\w*)\s*$")


def mended(code: str, toolchain: Toolchain) -> str:
    """Return the repaired code; the same text if there is nothing to repair."""
    text = textwrap.dedent(_without_fences(code, toolchain.facts.fence_tags).translate(_LOOKALIKES)).strip("\n") + "\n"
    return toolchain.add_imports(text)


def _without_fences(code: str, tags: frozenset[str]) -> str:
    """Without fences, and without the prose before the first and behind the last of them."""
    lines = code.splitlines()
    marks = [at for at, line in enumerate(lines) if _FENCE.match(line)]
    if not marks:
        return code
    first = _FENCE.match(lines[marks[0]])
    opens = bool(first and first[1].lower() in tags) or len(marks) > 1
    start, end = (marks[0] + 1, marks[1] if len(marks) > 1 else len(lines)) if opens else (0, marks[0])
    return "\n".join(lines[start:end])
