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
def evidences(draw: st.DrawFn, least: int = 1, most: int = 6, contradictory: bool = False) -> Evidence:
    """Any evidence; if `contradictory`, two claims of the user want different things of one input."""
    rows = draw(st.integers(least, most))
    contenders = tuple(Contender(id=f"k{at}", copies=draw(st.integers(1, 5))) for at in range(rows))
    columns = tuple(draw(columns_of(rows, f"c{at}")) for at in range(draw(st.integers(int(contradictory), 5))))
    count = draw(st.integers(0, 6)) if columns else 0
    claims = tuple(draw(claims_on(columns, f"t{at}")) for at in range(count))
    if contradictory or (columns and draw(st.booleans())):
        claims += draw(contradictions_on(columns))
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
def claims_on(draw: st.DrawFn, columns: tuple[Column, ...], name: str) -> Claim:
    """A claim that wants one of the behaviours of a column, or something that nobody did."""
    at = draw(st.integers(0, len(columns) - 1))
    wanted = draw(st.integers(0, len(columns[at].behaviours)))
    return draw(claim_for(name, draw(st.sampled_from(list(Tier))), column=(at, columns[at]), wanted=wanted))


@st.composite
def contradictions_on(draw: st.DrawFn, columns: tuple[Column, ...]) -> tuple[Claim, Claim]:
    """Two claims of the user that want different things of one input."""
    at = draw(st.integers(0, len(columns) - 1))
    wanted = draw(st.integers(0, len(columns[at].behaviours) - 1))
    other = draw(st.integers(wanted + 1, len(columns[at].behaviours)))
    one = draw(claim_for("u0", Tier.USER, column=(at, columns[at]), wanted=wanted))
    return one, draw(claim_for("u1", Tier.USER, column=(at, columns[at]), wanted=other))


@st.composite
def claim_for(draw: st.DrawFn, name: str, tier: Tier, *, column: tuple[int, Column], wanted: int) -> Claim:
    return Claim(
        id=name,
        column=column[0],
        tier=tier,
        holds=tuple(cell == wanted for cell in column[1].cells),
        copies=draw(st.integers(1, 3)),
        expected=f"v{wanted}",
        bits=draw(st.sampled_from((0.0, 2.5, 5.0))),
    )
