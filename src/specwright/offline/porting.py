"""Return a pattern in another language, if it has a port there that fits the asked signature."""

from __future__ import annotations

import re
from typing import Final

from specwright.core.program.signature import Signature
from specwright.offline.patterns.assign import type_fit
from specwright.offline.patterns.pattern import Pattern
from specwright.ports.language import Toolchain

_FITS: Final = 2
_NAME = re.compile(r"(\w+)\s*(?:<[^>(]*>)?\s*\(")
"""The function's name in a declaration of any language."""


def ported(pattern: Pattern, asked: Signature, toolchain: Toolchain) -> str | None:
    """Return the port to the toolchain's language under the asked name; None if none fits as it is."""
    code, own = pattern.code.get(toolchain.language), pattern.signature
    same = len(own.params) == len(asked.params) and all(
        type_fit(mine.type, theirs.type) >= _FITS for mine, theirs in zip(own.params, asked.params, strict=True)
    )
    if code is None or not same or type_fit(own.returns, asked.returns) < _FITS:
        return None
    names = [_NAME.search(toolchain.declaration(signature)) for signature in (own, asked)]
    if names[0] is None or names[1] is None:
        return None
    return re.sub(rf"\b{re.escape(names[0][1])}\b", names[1][1], code)
