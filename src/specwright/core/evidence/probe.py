"""An input without a known answer, and the outcome of each candidate on it."""

from __future__ import annotations

from pydantic import Field

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import Data, show
from specwright.core.value import Value, digest


class Probe(Value):
    inputs: dict[str, Data]
    outcomes: dict[str, Outcome]
    """By candidate id; a candidate that was not tried is absent."""
    generated: bool = True
    """Made from types or by mutation; False for an input that a person or a model wrote for this task."""

    accepted: dict[str, bool] = Field(default_factory=dict)
    """The checker's decision on each answer, by candidate id, if several answers may be right."""

    simplest: Probe | None = None
    """The simplest input found on which the candidates part in the same way: for people, no further evidence."""

    @property
    def parting(self) -> tuple[tuple[str, ...], ...]:
        """The candidates grouped by outcome; one group if all agree.

        One error is as good as another here, and so is one answer that the checker accepts.
        """
        groups: dict[str, list[str]] = {}
        for who, outcome in sorted(self.outcomes.items()):
            if outcome.starved:
                continue
            did = "error" if outcome.ending is Ending.RAISED else outcome.behaviour
            groups.setdefault("accepted" if self.accepted.get(who) else did, []).append(who)
        return tuple(map(tuple, groups.values()))

    @property
    def call(self) -> str:
        """The input as a person writes it."""
        return ", ".join(f"{name}={show(value)}" for name, value in self.inputs.items())

    def __str__(self) -> str:
        groups = (f"{self.outcomes[group[0]]} ({', '.join(group)}){self._checked(group[0])}" for group in self.parting)
        return f"{self.call}: " + ", ".join(groups)

    def _checked(self, who: str) -> str:
        """Return the checker's decision on the candidate's answer, in words."""
        if who not in self.accepted:
            return ""
        return " (accepted)" if self.accepted[who] else " (rejected)"

    @property
    def digest(self) -> str:
        return digest(self.inputs)
