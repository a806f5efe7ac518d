"""A program that may or may not be right."""

from __future__ import annotations

import hashlib
from operator import not_
from typing import Final

from pydantic import Field

from specwright.core.value import Value

_WITHOUT_MODEL: Final = ("pattern:", "synthesis:")
"""How the origins of programs begin that were written without a model."""


class Candidate(Value):
    id: str
    code: str
    language: str
    origin: str
    """Who wrote it: a model's name, a pattern's name."""
    round: int = 0
    parent: str | None = None
    """The candidate that this one revises."""
    files: dict[str, str] = Field(default_factory=dict, exclude_if=not_)
    """Of a package of several files: each as it was written, by its path in the project. `code` is all of them as one
    file that behaves alike, which is what calls are made of."""

    @property
    def text(self) -> str:
        """The code as it was written, the files one after the other."""
        return "\n".join(self.files.values()) if self.files else self.code

    @property
    def is_without_model(self) -> bool:
        """Whether no model wrote it, so that its origin is known."""
        return self.origin.startswith(_WITHOUT_MODEL)

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.code.encode("utf-8", "surrogatepass")).hexdigest()
