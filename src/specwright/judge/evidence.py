"""The judge's input: which candidates ran on which inputs, the outcomes, and the outcomes that tests expect.

The evidence is a matrix. Its rows are contenders (candidates), its columns are inputs; a cell names which of its
column's behaviours was shown. A claim is one test's demand on one column: for every contender, whether what it
showed there is what the test wants. A column without claims is a probe: its right answer is unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Self

from pydantic import Field, model_validator

from specwright.core.value import Value
from specwright.core.work.testcase import Tier

Copies = Annotated[int, Field(ge=1, le=1_000_000)]
Bits = Annotated[float, Field(ge=0.0, le=64.0, allow_inf_nan=False)]


class Contender(Value):
    """A candidate. `copies` counts how often it was produced independently, word for word or nearly so."""

    id: str = Field(min_length=1)
    copies: Copies = 1
    authors: tuple[str, ...] = ()
    """The model of each copy. Samples of one model share its mistakes; unknown authors count as one model."""
    kin: str = ""
    """The same text for near-copies, see `kinship.kin`. Near-copies by the same authors are one witness."""
    stateful: bool = False
    """A call was seen to change what a later call does, and the task asks for no such thing."""


class Behaviour(Value):
    """One thing that a call was seen to do. Equal keys within a column mean the same thing was seen."""

    key: str
    empty: bool = False
    """Nothing of use came back: None, a value of the wrong kind, an error, no end, or no program at all."""
    bits: Bits = 0.0
    """How surprising it is that two programs do this by chance: little for None, much for a long list."""
    shown: str = ""


class Column(Value):
    """One input and what every contender did on it; None where a contender was not tried."""

    id: str = Field(min_length=1)
    call: str = ""
    behaviours: tuple[Behaviour, ...]
    cells: tuple[int | None, ...]
    """For each contender the index of its behaviour."""
    generated: bool = False
    """Made from types or by mutation rather than written for this task."""
    opaque: bool = False
    """Only whether a check held is known, not the outcome."""

    @model_validator(mode="after")
    def _cells_point_at_behaviours(self) -> Self:
        if any(cell is not None and not 0 <= cell < len(self.behaviours) for cell in self.cells):
            raise ValueError(f"column {self.id}: a cell names a behaviour that is not listed")
        if len({behaviour.key for behaviour in self.behaviours}) != len(self.behaviours):
            raise ValueError(f"column {self.id}: two behaviours have the same key")
        return self


class Claim(Value):
    """One test's demand on one column."""

    id: str = Field(min_length=1)
    column: int = Field(ge=0)
    tier: Tier = Tier.GUESS
    holds: tuple[bool | None, ...]
    """For each contender whether it satisfies the test; None where it was not tried."""
    copies: Copies = 1
    expected: str = ""
    """The demand in words. Two claims on one column with the same words demand the same."""
    bits: Bits = 0.0
    """How surprising it is that a wrong test demands just this; 0 if there is only one alternative."""
    own: tuple[int, ...] = ()
    """Contenders that satisfy it by construction, since the test came with their code. Their `holds` is None."""
    passed_by: tuple[str, ...] = ()
    """The controls of the evidence that satisfy it."""
    answered: bool = False
    """The user's answer to a question that distinguishes these contenders, or finds them all wrong."""


class Evidence(Value):
    """Everything that bears on the verdict. Raises ValueError where its parts do not fit together."""

    contenders: tuple[Contender, ...]
    columns: tuple[Column, ...] = ()
    claims: tuple[Claim, ...] = ()
    controls: tuple[str, ...] = ()
    """Programs known to be wrong that were held against the tests: constants, identity, mutants of the leader."""

    @model_validator(mode="after")
    def _parts_fit(self) -> Self:
        rows = len(self.contenders)
        _distinct("contender", (contender.id for contender in self.contenders))
        _distinct("column", (column.id for column in self.columns))
        _distinct("claim", (claim.id for claim in self.claims))
        for column in self.columns:
            if len(column.cells) != rows:
                raise ValueError(f"column {column.id} has {len(column.cells)} cells for {rows} contenders")
        for claim in self.claims:
            if len(claim.holds) != rows:
                raise ValueError(f"claim {claim.id} speaks of {len(claim.holds)} contenders, there are {rows}")
            if not all(0 <= row < rows and claim.holds[row] is None for row in claim.own):
                raise ValueError(f"claim {claim.id} is the own test of a contender that it also judges")
            if claim.column >= len(self.columns):
                raise ValueError(f"claim {claim.id} is about column {claim.column}, there are {len(self.columns)}")
        return self


def _distinct(what: str, ids: Iterable[str]) -> None:
    repeated = [name for name, count in Counter(ids).items() if count > 1]
    if repeated:
        raise ValueError(f"two {what}s are called {repeated[0]}")
