"""A checker: a program that decides whether an answer is right, for tasks on which several answers are."""

from __future__ import annotations

from operator import not_
from typing import Final

from pydantic import Field

from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import ANY, Type
from specwright.core.value import Value, digest

CHECK: Final = "check"
"""The name of the checker's function."""


class Checker(Value):
    """`check(<the parameters>, output) -> bool` in Python, written from the specification and vetted."""

    code: str
    author: str
    function: str | None = None
    """Of a package: the function whose answers it checks."""
    accepted: int = 0
    """Answers known to be right that it accepted when it was vetted."""
    rejected: int = 0
    """Mutated answers that it rejected when it was vetted."""
    mutated: int = 0
    """Mutated answers that it was tried on."""
    trusted: bool = Field(False, exclude_if=not_)
    """It accepted an example of the user or the problem. Otherwise only tests of a model vouch for it."""
    untried: tuple[str, ...] = Field((), exclude_if=not_)
    """Kinds of change that it accepted each time, though no test shows that its input has only one right answer."""

    @property
    def digest(self) -> str:
        return digest([self.code, self.function])


def checker_signature(checked: Signature) -> Signature:
    """Return the signature of the checker of a function: its parameters, and its output as the last one."""
    given = [Parameter(name=param.name, type=param.type) for param in checked.params]
    output = Parameter(name=output_name(checked), type=_plain(checked.outcome))
    return Signature(name=CHECK, params=(*given, output), returns=Type("bool"), wide=checked.wide)


def _plain(outcome: Type) -> Type:
    """Return the type of an output; one of several parts is a map."""
    return Type("map", Type("str"), ANY) if outcome.kind == "record" and outcome.name == "Outcome" else outcome


def output_name(checked: Signature) -> str:
    """Return the name of the parameter that takes the output; no parameter of the function has it."""
    name = "output"
    while name in {param.name for param in checked.params}:
        name += "_"
    return name
