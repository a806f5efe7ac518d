"""What the comparison of two versions came to."""

from __future__ import annotations

from enum import StrEnum
from operator import not_
from typing import Any

from pydantic import Field

from specwright.core.program.data import Data, show, to_json
from specwright.core.program.types import Type
from specwright.core.value import Value


class DifferenceKind(StrEnum):
    """What a caller can see."""

    RESULT = "result"
    ERROR = "error"
    CHANGED = "changed arguments"
    PRINTED = "printed text"
    SHARED = "shared parts"
    LAZINESS = "laziness"
    END = "end"
    """One of them does not end, or runs out of memory or depth."""


class NoteKind(StrEnum):
    """What differs and counts as no difference."""

    DIGITS = "floats differ in their last digits"
    ZERO = "zeros differ in their sign"
    ORDER = "maps have their keys in another order"
    KIND = "values are equal and of another class"
    MESSAGE = "the texts of errors differ"
    NAMES = "a parameter has another name, by which callers may give it"
    UNFINISHED = "one of them needs more time, memory or depth for large inputs"


class Reach(Value):
    """How much of a version the inputs reached, of the functions that they entered."""

    lines: int | None = None
    """None if lines are not counted in this language."""
    all_lines: int | None = None
    branches: int | None = None
    """None if they could not be counted."""
    all_branches: int | None = None
    missed: tuple[int, ...] = ()
    """The lines at which something was not reached."""


class Likeness(StrEnum):
    """The verdict."""

    DIFFERENT = "DIFFERENT"
    NO_DIFFERENCE = "NO DIFFERENCE FOUND"
    UNDECIDED = "UNDECIDED"


class ShownDifference(Value):
    """The first difference, made small."""

    kind: DifferenceKind
    inputs: dict[str, Data]
    old: str
    new: str
    before: tuple[dict[str, Data], ...] = ()
    """Calls that have to be made before it in the same process."""

    def call(self, name: str) -> str:
        """Return the call as a line."""
        return written_call(name, self.inputs)


def written_call(name: str, inputs: dict[str, Data]) -> str:
    return f"{name}({', '.join(f'{param}={show(value)}' for param, value in inputs.items())})"


class ComparedFunction(Value):
    """Two versions of one function."""

    old: str
    new: str
    """The names of the function in both versions."""
    language: str
    likeness: Likeness
    why: str = ""
    """Why it is undecided."""
    difference: ShownDifference | None = None
    tried: int = 0
    compared: int = 0
    """Inputs on which both versions came to an end that says something."""
    raised: int = 0
    """Of these, inputs on which the old version raises."""
    unfinished: int = 0
    unstable: int = 0
    """Inputs on which a version answers otherwise when it is asked again."""
    outside: int = 0
    """Inputs that the old version is not made for: they were not compared."""
    inputs: tuple[str, ...] = ()
    """What was given for each parameter, and whether the code declares it."""
    old_reach: Reach = Reach()
    new_reach: Reach = Reach()
    notes: tuple[NoteKind, ...] = ()
    differing: int = Field(0, exclude_if=not_)
    """If all inputs were tried in spite of a difference: on how many of the compared ones the versions differ."""
    recorded: int = Field(0, exclude_if=not_)
    """Of the inputs, calls that were recorded while the user's own command ran."""
    faithful: int | None = Field(None, exclude_if=lambda found: found is None)
    """Of these, calls to which the old version gives the recorded result again."""
    types: tuple[Type, ...] = Field((), exclude_if=not_)
    """What was given for each parameter."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON data."""
        plain = self.model_dump(mode="json")
        if self.difference is not None:
            plain["difference"] |= {
                "inputs": {name: to_json(value) for name, value in self.difference.inputs.items()},
                "before": [{name: to_json(value) for name, value in call.items()} for call in self.difference.before],
                "call": self.difference.call(self.old),
            }
        return plain


class SameReport(Value):
    """Two versions of a file, or of a function in it."""

    old: str
    new: str
    """The paths."""
    language: str
    sandbox: str
    seed: int
    comparisons: tuple[ComparedFunction, ...]
    missing: tuple[str, ...] = ()
    """Functions of the old file that the new one lacks."""
    added: tuple[str, ...] = ()
    skipped: dict[str, str] = Field(default_factory=dict)
    """Functions that could not be compared, with the reason."""

    @property
    def likeness(self) -> Likeness:
        """Return DIFFERENT if anything is; otherwise UNDECIDED if anything is open."""
        found = [each.likeness for each in self.comparisons]
        if Likeness.DIFFERENT in found or self.missing:
            return Likeness.DIFFERENT
        open_ends = not found or self.skipped or Likeness.UNDECIDED in found
        return Likeness.UNDECIDED if open_ends else Likeness.NO_DIFFERENCE

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON data."""
        own = self.model_dump(mode="json", exclude={"comparisons"})
        return {"verdict": self.likeness.value, **own, "functions": [each.to_dict() for each in self.comparisons]}
