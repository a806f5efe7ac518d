"""Properties that a specification states: they do not depend on the one right answer, which may be unknown."""

from __future__ import annotations

from typing import Literal, assert_never

from specwright.core.program.data import Data
from specwright.core.value import Value, digest

PropertyKind = Literal["sorted", "rearranged", "same length", "idempotent", "own inverse", "order free", "undone by"]


class Property(Value):
    """One property of a function.

    sorted       the output is in order (`descending` for the other way)
    rearranged   the output holds just the items of the parameter, in some order
    same length  the output is as long as the parameter
    idempotent   applied to its own output it changes nothing
    own inverse  applied to its own output it gives the parameter back (a round trip)
    order free   the items of the parameter in another order give the same output
    undone by    another function of the package (`other`), applied to the output, gives the parameter back
    """

    kind: PropertyKind
    param: str
    """The parameter that it speaks about."""
    descending: bool = False
    other: str | None = None
    """Of `undone by`: the function that takes the output back, such as `decode`."""

    @property
    def content(self) -> dict[str, object]:
        """The property as plain data."""
        return self.model_dump(mode="json", exclude_none=True)

    def __str__(self) -> str:
        match self.kind:
            case "sorted":
                return "the output is sorted" + (", the largest first" if self.descending else "")
            case "rearranged":
                return f"the output holds just the items of {self.param}"
            case "same length":
                return f"the output is as long as {self.param}"
            case "idempotent":
                return "applied to its own output it changes nothing"
            case "own inverse":
                return f"applied to its own output it gives {self.param} back"
            case "order free":
                return f"the order of the items of {self.param} does not matter"
            case "undone by":
                return f"{self.other} applied to its output gives {self.param} back"
        assert_never(self.kind)


class PropertyResult(Value):
    """Whether a property held, for each candidate by id, on one input; None if it could not be decided."""

    stated: Property
    inputs: dict[str, Data]
    held: dict[str, bool | None]

    @property
    def id(self) -> str:
        return f"{self.stated.kind} {digest([self.stated.content, self.inputs])[:12]}"
