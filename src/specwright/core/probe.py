"""An input whose right answer nobody knows, and what each candidate did on it."""

from __future__ import annotations

from specwright.core.data import Data
from specwright.core.outcome import Outcome
from specwright.core.value import Value, digest


class Probe(Value):
    inputs: dict[str, Data]
    outcomes: dict[str, Outcome]
    """By candidate id; a candidate that was not tried is absent."""
    generated: bool = True
    """Made from types or by mutation; False for an input that a person or a model wrote for this task."""

    @property
    def digest(self) -> str:
        return digest(self.inputs)
