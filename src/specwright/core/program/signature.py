"""A function's typed signature, in no language."""

from __future__ import annotations

import re
from typing import Final, Self

from pydantic import field_validator, model_validator

from specwright.core.program.types import Type
from specwright.core.value import Value

IDENTIFIER: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,79}")


def is_identifier(name: str) -> bool:
    """Return whether `name` can name a function or parameter in every supported language (ASCII, no keyword check)."""
    return IDENTIFIER.fullmatch(name) is not None


class Parameter(Value):
    name: str
    type: Type

    @field_validator("name")
    @classmethod
    def _names_something(cls, name: str) -> str:
        if not is_identifier(name):
            raise ValueError(f"{name!r} is not an identifier")
        return name


class Signature(Value):
    name: str
    params: tuple[Parameter, ...]
    returns: Type
    wide: bool = False
    """Whether integers may be larger than the language's usual ones hold: they are then declared as its large ones."""

    @model_validator(mode="after")
    def _parameters_differ(self) -> Self:
        if not is_identifier(self.name):
            raise ValueError(f"{self.name!r} is not an identifier")
        names = [param.name for param in self.params]
        if len(set(names)) != len(names):
            raise ValueError(f"parameter names repeat: {', '.join(names)}")
        return self

    def __str__(self) -> str:
        params = ", ".join(f"{param.name}: {param.type}" for param in self.params)
        return f"{self.name}({params}) -> {self.returns}"
