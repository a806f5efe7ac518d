"""Plugs into systems that people already use. Each module needs the extra of its name.

    pip install 'specwright[dspy]'

A foreign library is imported by its own module alone, so that none of them costs anything until it is used.
"""

from __future__ import annotations


class ExtraMissing(ImportError):
    """The library that an integration is for is not installed."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(f"{library} is not installed; run: pip install 'specwright[{extra}]'")
