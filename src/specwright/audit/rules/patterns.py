"""Regular expressions of a policy, which may be a stranger's: a record that is verified carries its policy.

They are ast-grep's, whose search takes time in proportion to the text. With Python's, a pattern of ten characters can
keep the processor busy for ever.
"""

from __future__ import annotations

from functools import lru_cache

from specwright.core.text import shortened


def is_in(pattern: str, text: str) -> bool:
    """Return whether the pattern is found in the text. Raise ValueError for one that cannot be used."""
    return _found(pattern, text)


def is_whole(pattern: str, text: str) -> bool:
    """Return whether the pattern fits the whole text. Raise ValueError for one that cannot be used."""
    return _found(rf"\A(?:{pattern})\z", text)


@lru_cache(10_000)
def _found(pattern: str, text: str) -> bool:
    from ast_grep_py import SgRoot  # noqa: PLC0415 - an extra

    try:
        return SgRoot(text.encode("utf-8", "replace").decode(), "css").root().matches(regex=pattern)
    except RuntimeError as error:
        why = str(error).strip().splitlines()[-1].strip()
        raise ValueError(f"the pattern {shortened(repr(pattern))} cannot be used: {shortened(why)}") from None
