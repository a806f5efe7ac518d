"""What a package must be: requirements, constraints, its parts, and open points."""

from __future__ import annotations

import re
from enum import StrEnum
from operator import not_
from typing import Final

from pydantic import Field

from specwright.core.modules import Module
from specwright.core.program.package import Item, ItemKind
from specwright.core.value import Value
from specwright.core.work.performance import Bound
from specwright.core.work.task import Requirement, Specification

_NO_NAME: Final = re.compile(r"[^a-z0-9]+")


class Checked(StrEnum):
    """Measurements that decide a constraint without a person."""

    COMPLEXITY = "complexity"
    COVERAGE = "coverage"
    DOCUMENTATION = "documentation"
    PERFORMANCE = "performance"
    SECURITY = "security"
    STANDARD_LIBRARY = "standard library"
    STYLE = "style"
    TYPES = "types"


class Constraint(Value):
    """A constraint of the package, beside its requirements."""

    id: str
    text: str
    checked: Checked | None = None
    """The measurement that decides it; None if only a person can."""
    held: bool | None = None
    """Whether it was measured to hold; None where it was not measured, or cannot be."""


class Blueprint(Value):
    """The task of a package as numbered requirements and the things that it offers, with what stayed unclear."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,49}$")
    summary: str
    surface: tuple[Item, ...] = Field(min_length=1)
    requirements: tuple[Requirement, ...] = Field(min_length=1)
    constraints: tuple[Constraint, ...] = ()
    bounds: tuple[Bound, ...] = ()
    """The stated speed and memory."""
    unclear: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    """Passages of the specification that look like an example and could not be read. They bar VERIFIED."""
    assumptions: tuple[str, ...] = ()
    """How the open points are read, by every writer alike."""
    libraries: tuple[str, ...] = Field((), exclude_if=not_)
    """The third-party libraries that the specification asks for by name."""
    modules: tuple[Module, ...] = Field((), exclude_if=not_)
    """The files that the package is divided into, each after those that it uses; empty if it is one file."""

    @classmethod
    def of_function(cls, specification: Specification, constraints: tuple[Constraint, ...] = ()) -> Blueprint:
        """Return the plan that offers this one function. `function` gives the specification back."""
        item = Item(
            kind=ItemKind.FUNCTION,
            name=specification.signature.name,
            summary=specification.summary,
            signature=specification.signature,
            comparison=specification.comparison,
            properties=specification.properties,
            preconditions=specification.preconditions,
            several_answers=specification.several_answers,
        )
        return cls(
            name=package_name(specification.signature.name),
            summary=specification.summary,
            surface=(item,),
            requirements=specification.requirements,
            constraints=constraints,
            unclear=specification.unclear,
            unread=specification.unread,
            assumptions=specification.assumptions,
            libraries=specification.libraries,
        )

    @property
    def functions(self) -> tuple[Item, ...]:
        """The parts with language-neutral cases: functions that the type algebra can describe."""
        return tuple(item for item in self.surface if item.kind is ItemKind.FUNCTION and item.signature is not None)

    @property
    def others(self) -> tuple[Item, ...]:
        """The parts that only native tests can check: classes, commands, functions of other types."""
        plain = {item.name for item in self.functions}
        return tuple(item for item in self.surface if item.name not in plain)

    def item(self, name: str) -> Item:
        """Raise KeyError."""
        return {item.name: item for item in self.surface}[name]

    def function(self, name: str) -> Specification:
        """One function by itself, as a problem of one function is specified. Raise KeyError."""
        item = self.item(name)
        if item.signature is None:
            raise KeyError(f"{name} has no signature in the type algebra")
        wanted = [found for found in self.requirements if not item.requirements or found.id in item.requirements]
        return Specification(
            summary=item.summary,
            signature=item.signature,
            requirements=tuple(wanted) or self.requirements,
            comparison=item.comparison,
            properties=item.properties,
            unclear=self.unclear,
            unread=self.unread,
            preconditions=item.preconditions,
            assumptions=self.assumptions,
            several_answers=item.several_answers,
            libraries=self.libraries,
        )


def package_name(words: str) -> str:
    """Return a package's name in snake case, made from any words."""
    name = _NO_NAME.sub("_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", words).lower()).strip("_")[:50].strip("_")
    return name if name[:1].isalpha() else f"package_{name}"[:50].strip("_")
