"""Random evidence of every shape, small enough to be judged by the hundred."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st

from specwright.core.work.testcase import Tier
from specwright.judge.evidence import Behaviour, Claim, Column, Contender, Evidence

# A busy machine is no reason to fail.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@st.composite
def evidences(draw: st.DrawFn, least: int = 1, most: int = 6) -> Evidence:
    rows = draw(st.integers(least, most))
    contenders = tuple(Contender(id=f"k{at}", copies=draw(st.integers(1, 5))) for at in range(rows))
    columns = tuple(draw(columns_of(rows, f"c{at}")) for at in range(draw(st.integers(0, 5))))
    count = draw(st.integers(0, 6)) if columns else 0
    claims = tuple(draw(claims_on(columns, rows, f"t{at}")) for at in range(count))
    return Evidence(contenders=contenders, columns=columns, claims=claims)


@st.composite
def columns_of(draw: st.DrawFn, rows: int, name: str) -> Column:
    kinds = draw(st.integers(1, 4))
    behaviours = tuple(
        Behaviour(key=f"b{at}", empty=draw(st.booleans()), bits=draw(st.sampled_from((0.0, 2.5, 5.0))), shown=f"v{at}")
        for at in range(kinds)
    )
    cells = tuple(draw(st.integers(0, kinds - 1)) for _ in range(rows))
    return Column(id=name, behaviours=behaviours, cells=cells, generated=draw(st.booleans()))


@st.composite
def claims_on(draw: st.DrawFn, columns: tuple[Column, ...], rows: int, name: str) -> Claim:
    """A claim that wants one of the behaviours of a column, or something that nobody did."""
    at = draw(st.integers(0, len(columns) - 1))
    wanted = draw(st.integers(0, len(columns[at].behaviours)))
    holds = tuple(cell == wanted for cell in columns[at].cells)
    return Claim(
        id=name,
        column=at,
        tier=draw(st.sampled_from(list(Tier))),
        holds=holds,
        copies=draw(st.integers(1, 3)),
        expected=f"v{wanted}",
        bits=draw(st.sampled_from((0.0, 2.5, 5.0))),
    )
