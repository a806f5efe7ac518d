"""The licence of what is written, as its owner set it."""

from __future__ import annotations

from pydantic import Field

from specwright.core.value import Value


class Notice(Value):
    """Under which licence the files are handed over, and whose they are. Nothing of it is invented."""

    licence: str = Field(pattern=r"[A-Za-z0-9.+-]{1,100}")
    """An SPDX id."""
    owner: str = Field("", max_length=200, pattern=r"[^\n\r]*")
    """Who holds the copyright; without one there is no copyright line."""
    text: str = ""
    """The licence's text; empty if it does not come with us."""

    def header(self, comment: str) -> str:
        """Return the lines that a source begins with, after that sign of a comment."""
        owner = f"{comment} SPDX-FileCopyrightText: {self.owner}\n" if self.owner else ""
        return f"{owner}{comment} SPDX-License-Identifier: {self.licence}\n"
