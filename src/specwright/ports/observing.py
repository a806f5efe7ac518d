"""The port for existing code: what its functions take, and programs that tell all that a call of one does.

Pure functions on text, as a Toolchain's. The programs run in the sandbox like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from specwright.core.evidence.outcome import Outcome
from specwright.core.existing.comparison import Reach
from specwright.core.existing.shape import DeclaredFunction
from specwright.core.program.data import Data
from specwright.core.program.types import Type
from specwright.core.value import Value
from specwright.ports.language import Program


@dataclass(frozen=True, slots=True)
class SeenCall:
    """What one call did, as far as a caller can see it."""

    ending: str
    """`returned`, `raised`, `unfinished` (of time, memory or depth), `refused` (an argument does not fit) or
    `not loaded`."""
    value: Data = None
    error: str = ""
    """The kind of the error, or what the call ran out of."""
    message: str = ""
    after: tuple[Data, ...] = ()
    """Arguments that can be changed, as they are after the call."""
    shared: tuple[Data, ...] = ()
    """Which parts of the result are the same object as a part of an argument, or as another part."""
    printed: str = ""
    marks: tuple[int, ...] = field(default=(), compare=False)
    """Places of the code that no call before had reached."""
    seconds: float = field(default=0.0, compare=False)


class Observed(Value):
    """A version of a function that tells all that its calls do."""

    program: Program
    plain: Program | None = None
    """The same without marks in its text, if marking it might keep it from being built."""
    places: tuple[tuple[int, int], ...] = ()
    """Of each mark in the text: its line, and the mark that is the entrance of its function."""


class Observing(Protocol):
    """How a language's existing code is read and observed."""

    def functions(self, code: str) -> tuple[str, ...]:
        """Return the names of the functions that can be compared, in the order of the text."""

    def members(self, code: str, name: str) -> tuple[str, ...]:
        """Return the methods of a class that can be compared, as `Class.method`; nothing if there are none."""

    def declared(self, code: str, name: str) -> DeclaredFunction:
        """Return the function of that name. Raise UserError if there is none or it cannot be called from outside."""

    def observed(self, code: str, declared: DeclaredFunction, names: Sequence[str]) -> Observed:
        """Return the program whose calls tell everything; `names` are those of the inputs, in their order."""

    def called(self, code: str, declared: DeclaredFunction, names: Sequence[str], types: Sequence[Type]) -> Program:
        """Return the program whose calls cost what the function's own cost, as nearly as the language can."""

    def files(self, code: str) -> dict[str, bytes]:
        """Return the files that lie beside the program of this code when it runs."""

    def given(self, inputs: Mapping[str, Any], declared: DeclaredFunction) -> dict[str, Data]:
        """Return the inputs as the program takes them."""

    def seen(self, outcome: Outcome, declared: DeclaredFunction) -> SeenCall:
        """Return what an outcome of the program tells."""

    def reach(self, code: str, observed: Observed, marks: frozenset[int]) -> Reach:
        """Return what these marks, of all calls, are of the whole."""

    def region(self, code: str, name: str) -> tuple[int, int] | None:
        """Return the first and the last line of a function or class, with what stands over it; None if it is none."""

    def constants(self, code: str, declared: DeclaredFunction) -> tuple[Data, ...]:
        """Return the numbers and texts that the function and those it calls mention."""
