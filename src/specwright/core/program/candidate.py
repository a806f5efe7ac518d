"""A program that may or may not be right."""

from __future__ import annotations

import hashlib

from specwright.core.value import Value


class Candidate(Value):
    id: str
    code: str
    language: str
    origin: str
    """Who wrote it: a model's name, a pattern's name."""
    round: int = 0
    parent: str | None = None
    """The candidate that this one revises."""

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.code.encode("utf-8", "surrogatepass")).hexdigest()
