"""Calls of existing code in their order, as a test makes them, and what came of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from specwright.core.existing.shape import DeclaredFunction
from specwright.core.program.data import Data
from specwright.core.value import Value


class PartForm(StrEnum):
    """How a part of a module is called."""

    FUNCTION = "function"
    NEW = "new"
    """The class itself."""
    METHOD = "method"
    STATIC = "static"
    """On the class."""


class TestablePart(Value):
    """A function, a method or a class that tests can call."""

    __test__ = False

    path: str
    name: str
    owner: str = ""
    """The class of a method; of a class its own name."""
    form: PartForm
    declared: DeclaredFunction
    lines: tuple[int, int] = (1, 1)
    text: str = ""
    """Its documentation."""
    of: str = ""
    """The id of what makes the object of a method; the class of that name in its file if it is empty."""
    is_property: bool = False
    """Whether it is read and not called."""
    objects: dict[int, str] = {}  # noqa: RUF012 - pydantic copies defaults
    """The parameters, by their places, that take an object of a class of the project: the class's id."""
    makes: str = ""
    """The id of the project's class of its results, if it is declared."""

    @property
    def title(self) -> str:
        """As people name it within its file."""
        owner = self.owner.lstrip("*")
        return f"{owner}.{self.name}" if owner and self.form is not PartForm.NEW else self.name

    @property
    def class_id(self) -> str:
        """The id of the class of a method's object."""
        return self.of or f"{self.path}::{self.owner}"

    @property
    def id(self) -> str:
        return f"{self.path}::{self.title}"


class GivenArgument(Value):
    """An argument of a call: a value, or what an earlier step made."""

    name: str = ""
    """Empty if it is given in its place."""
    value: Data = None
    made: int | None = None


class CallStep(Value):
    """One call."""

    part: str
    """The id of what is called."""
    receiver: int | None = None
    """The step that made the object."""
    given: tuple[GivenArgument, ...] = ()


class CallPlan(Value):
    """Calls in their order. The last one is what the test is about."""

    path: str
    """The source file that it is about."""
    part: str
    """The title of what it is about."""
    steps: tuple[CallStep, ...] = ()
    lines: tuple[str, ...] = ()
    """Written statements instead of steps; the last line is an expression if its value counts."""


Mark = tuple[str, int, int]
"""A place that a call reached: the file, the line, and which way it went from there."""


@dataclass(frozen=True, slots=True)
class PlanOutcome:
    """What came of a plan."""

    ending: str
    """`returned`, `raised`, `unfinished`, `touched` (files, programs or the network) or `broken` (before its end)."""
    error: str = ""
    by_itself: bool = False
    """Whether the project's own code raised the error on purpose."""
    marks: frozenset[Mark] = frozenset()
    digest: str = ""
    """Of all that it showed."""
    kind: str = ""
    """The project's class of its result."""
    told: dict[str, Any] | None = None
    """All that it showed, in the words of the language's prober; None if it was not asked for."""

    @property
    def has_ended(self) -> bool:
        return self.ending in ("returned", "raised")


class StatedPlan(Value):
    """Calls with a result that the documentation states."""

    plan: CallPlan
    source: str
    """Where it stands: `docstring of pluralize, line 40`."""
    wanted: str
    """The result as it is written."""
    is_error: bool = False
    line: int = 1


class OriginOfTest(StrEnum):
    """Where a test has its expected value from."""

    DOCUMENTATION = "documentation"
    CHARACTERISATION = "characterisation"
    """What the code does today."""
    MODEL = "model"


class PlannedTest(Value):
    """A test before it is written: the calls, and what they showed."""

    plan: CallPlan
    origin: OriginOfTest
    told: dict[str, Any]
    source: str = ""
    stated: str | None = None
    """The result as the documentation writes it."""
