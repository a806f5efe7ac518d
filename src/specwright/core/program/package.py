"""A package in one language: the written texts, without files made from them."""

from __future__ import annotations

from enum import StrEnum
from operator import not_

from pydantic import Field

from specwright.core.program.equality import EXACT, Comparison
from specwright.core.program.notice import Notice
from specwright.core.program.signature import Signature
from specwright.core.value import Value
from specwright.core.work.precondition import Precondition
from specwright.core.work.property import Property


class ItemKind(StrEnum):
    FUNCTION = "function"
    CLASS = "class"
    COMMAND = "command"


class Item(Value):
    """One thing that a package offers to its users."""

    kind: ItemKind
    name: str
    summary: str
    signature: Signature | None = None
    """Of a function that the type algebra can describe: it has language-neutral cases."""
    usage: str = ""
    """Of a class its methods, of a command its arguments, as the specification states them."""
    requirements: tuple[str, ...] = ()
    """The ids of its requirements; empty if they are not assigned to parts."""
    comparison: Comparison = EXACT
    """Of a function: how its results are compared."""
    properties: tuple[Property, ...] = ()
    """Of a function: what the specification states of every output, whatever the input."""
    preconditions: tuple[Precondition, ...] = ()
    """Of a function: which inputs are legal."""
    several_answers: str = ""
    """Of a function: why different outputs may be right for one input; empty if only one is."""


class Package(Value):
    """The written files: sources, tests and documents, by path in the project. Metadata is made from the rest."""

    name: str = Field(pattern=r"[a-z][a-z0-9_]{0,49}")
    """In snake case; each language writes it in its own way."""
    summary: str
    version: str = "0.1.0"
    surface: tuple[Item, ...] = ()
    sources: dict[str, str] = Field(default_factory=dict)
    tests: dict[str, str] = Field(default_factory=dict)
    documents: dict[str, str] = Field(default_factory=dict)
    dependencies: dict[str, str] = Field(default_factory=dict, exclude_if=not_)
    """Third-party packages that the sources need, with the version that they were tested with."""
    others: dict[str, str] = Field(default_factory=dict, exclude_if=not_)
    """Of a project that was not written by us: its manifests and the data that its code and tests read."""

    notice: Notice | None = Field(None, exclude_if=not_)
    """The licence that the user set; None leaves it to the form of the language's projects."""

    @property
    def commands(self) -> tuple[Item, ...]:
        """A command of the package."""
        return tuple(item for item in self.surface if item.kind is ItemKind.COMMAND)
