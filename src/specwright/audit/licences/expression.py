"""Licence expressions, and the words that packages use in their place."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final

_LONGEST: Final = 500
"""Characters of an expression: longer ones are whole texts, or traps."""
_ALIASES: Final = {
    "mit license": "MIT",
    "the mit license": "MIT",
    "mit-license": "MIT",
    "expat": "MIT",
    "bsd": "BSD-3-Clause",
    "bsd license": "BSD-3-Clause",
    "new bsd": "BSD-3-Clause",
    "new bsd license": "BSD-3-Clause",
    "bsd 3-clause": "BSD-3-Clause",
    "bsd 3-clause license": "BSD-3-Clause",
    "3-clause bsd license": "BSD-3-Clause",
    "bsd-3": "BSD-3-Clause",
    "simplified bsd": "BSD-2-Clause",
    "bsd 2-clause": "BSD-2-Clause",
    "apache": "Apache-2.0",
    "apache 2": "Apache-2.0",
    "apache 2.0": "Apache-2.0",
    "apache-2": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0",
    "apache license version 2.0": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "apache software license 2.0": "Apache-2.0",
    "the apache license, version 2.0": "Apache-2.0",
    "the apache software license, version 2.0": "Apache-2.0",
    "isc license": "ISC",
    "isc license (iscl)": "ISC",
    "psf": "PSF-2.0",
    "psfl": "PSF-2.0",
    "python software foundation license": "PSF-2.0",
    "mpl 2.0": "MPL-2.0",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "mozilla public license 2.0": "MPL-2.0",
    "gpl": "GPL-1.0-or-later",
    "gplv2": "GPL-2.0-only",
    "gpl v2": "GPL-2.0-only",
    "gplv3": "GPL-3.0-only",
    "gpl v3": "GPL-3.0-only",
    "gplv3+": "GPL-3.0-or-later",
    "gnu general public license v2 (gplv2)": "GPL-2.0-only",
    "gnu general public license v2 or later (gplv2+)": "GPL-2.0-or-later",
    "gnu general public license v3 (gplv3)": "GPL-3.0-only",
    "gnu general public license v3 or later (gplv3+)": "GPL-3.0-or-later",
    "gnu general public license (gpl)": "GPL-1.0-or-later",
    "lgpl": "LGPL-2.0-or-later",
    "lgplv3": "LGPL-3.0-only",
    "gnu lesser general public license v2 (lgplv2)": "LGPL-2.0-only",
    "gnu lesser general public license v2 or later (lgplv2+)": "LGPL-2.0-or-later",
    "gnu lesser general public license v3 (lgplv3)": "LGPL-3.0-only",
    "gnu lesser general public license v3 or later (lgplv3+)": "LGPL-3.0-or-later",
    "gnu library or lesser general public license (lgpl)": "LGPL-2.0-or-later",
    "agpl": "AGPL-3.0-only",
    "gnu affero general public license v3": "AGPL-3.0-only",
    "gnu affero general public license v3 or later (agplv3+)": "AGPL-3.0-or-later",
    "public domain": "LicenseRef-scancode-public-domain",
    "the unlicense (unlicense)": "Unlicense",
    "cc0": "CC0-1.0",
    "cc0 1.0 universal (cc0 1.0) public domain dedication": "CC0-1.0",
    "zlib/libpng license": "Zlib",
    "zope public license": "ZPL-2.1",
    "eclipse public license 1.0 (epl-1.0)": "EPL-1.0",
    "eclipse public license 2.0 (epl-2.0)": "EPL-2.0",
    "eclipse public license v2.0": "EPL-2.0",
    "academic free license (afl)": "AFL-3.0",
    "universal permissive license (upl)": "UPL-1.0",
    "historical permission notice and disclaimer (hpnd)": "HPND",
    "cmu license (mit-cmu)": "MIT-CMU",
}
"""What packages write, in lower case, and the SPDX id that it stands for."""


def spdx_name(words: str) -> str:
    """Return the SPDX id that a name in words stands for, or the words as they are."""
    return _ALIASES.get(" ".join(words.lower().replace('"', "").split()), words)


class Expression:
    """A licence expression that was understood, in full or in part."""

    def __init__(self, parsed: Any) -> None:
        self._parsed = parsed

    def __str__(self) -> str:
        return str(self._parsed)

    def judge(self, each: Callable[[str, str], bool | None]) -> bool | None:
        """Return what `each` says of a licence and its exception, put together: None if that stays open."""
        return _judged(self._parsed, each)

    @property
    def names(self) -> tuple[str, ...]:
        """The licences in it, without exceptions."""
        return tuple(sorted({_parts(symbol)[0] for symbol in self._parsed.literals}))


def read_expression(text: str) -> Expression | None:
    """Return the expression that a package states; None if it states none, or nothing that can be read.

    Raise ModuleNotFoundError if license-expression is not installed.
    """
    words = spdx_name(text.strip())
    if not words or len(words) > _LONGEST:
        return None
    if re.fullmatch(r"[\w.+-]+(?:\s*/\s*[\w.+-]+)+", words):
        words = words.replace("/", " OR ")
    try:
        parsed = _licensing().parse(words)
    except ModuleNotFoundError:
        raise
    except Exception:  # noqa: BLE001 - the library raises many kinds for what others wrote
        return None
    return None if parsed is None else Expression(parsed)


@cache
def _licensing() -> Any:
    from license_expression import get_spdx_licensing  # noqa: PLC0415 - an extra

    return get_spdx_licensing()


@cache
def category(name: str) -> str:
    """Return the category of a licence or an exception; empty if it is not known."""
    return _categories().get(name, "")


@cache
def _categories() -> dict[str, str]:
    from license_expression import get_license_index  # noqa: PLC0415 - an extra

    found: dict[str, str] = {}
    for entry in get_license_index():
        keys = (entry.get("spdx_license_key"), *entry.get("other_spdx_license_keys", ()))
        found |= {key: entry["category"] for key in keys if key}
    return found


def _parts(symbol: Any) -> tuple[str, str]:
    """Return the licence and its exception."""
    if hasattr(symbol, "exception_symbol"):
        return symbol.license_symbol.key, symbol.exception_symbol.key
    return symbol.key, ""


def _judged(node: Any, each: Callable[[str, str], bool | None]) -> bool | None:
    if getattr(node, "isliteral", False):
        return each(*_parts(node))
    answers: list[bool | None] = [_judged(inner, each) for inner in node.args]
    deciding = bool(node.operator.strip() == "OR")
    if deciding in answers:
        return deciding
    return None if None in answers else not deciding
