"""Which program passes which test, how sure the judge was after each round, and where the programs differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from specwright.core.evidence.outcome import CaseResult
from specwright.core.evidence.probe import Probe
from specwright.core.evidence.ruling import Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.run.events import Probed
from specwright.core.run.fold import in_force
from specwright.delivery.record import Record
from specwright.delivery.report.html import Html, badge, code, join, tag

_MOST_TESTS: Final = 200
_MOST_PROBES: Final = 12
_WIDTH: Final = 600
_HEIGHT: Final = 180
_EDGE: Final = 12
_LEFT: Final = 48
"""Room for the scale."""
_TURN: Final = 5
"""How many styles of lines there are."""


def heat_map(record: Record) -> Html | None:
    """Return every program with a field for each test. A test that the judge holds to be wrong is marked."""
    state = record.state
    cases = state.cases[:_MOST_TESTS]
    if not state.candidates or not cases:
        return None
    verdict = state.verdicts[-1] if state.verdicts else None
    rows = []
    for candidate in state.candidates:
        execution = state.execution_of(candidate.id)
        done = {result.case_id: result for result in execution.results} if execution else {}
        fields = [_field(case.id, done.get(case.id), verdict) for case in cases]
        rows.append(join(_row_name(candidate, done, verdict), tag("div", *fields, class_="cells")))
    legend = tag(
        "p",
        tag("span", tag("i", class_="passed"), "passed"),
        tag("span", tag("i", class_="failed"), "failed"),
        tag("span", tag("i", class_="absent"), "not run"),
        tag("span", "A dashed frame: the judge holds the test to be wrong."),
        class_="legend soft",
    )
    return join(legend, *rows)


def _row_name(candidate: Candidate, done: dict[str, CaseResult], verdict: Verdict | None) -> Html:
    right = verdict.candidates.get(candidate.id) if verdict else None
    chosen = verdict is not None and verdict.chosen == candidate.id
    passed = f"passes {sum(result.passed for result in done.values())} of {len(done)}" if done else "not run"
    likely = "" if right is None else f", {100 * right:.0f}% likely correct"
    return tag(
        "p",
        tag("strong", candidate.id),
        f" {passed}{likely} ",
        badge("kept", "good") if chosen else None,
        class_="program",
    )


def _field(case_id: str, result: CaseResult | None, verdict: Verdict | None) -> Html:
    right = verdict.tests.get(case_id) if verdict else None
    kind = "absent" if result is None else "passed" if result.passed else "failed"
    doubted = " doubted" if right is not None and right < 0.5 else ""
    told = "not run" if result is None else f"{kind}: {str(result.outcome)[:200]}"
    sure = "" if right is None else f" (test {100 * right:.0f}% likely correct)"
    words = f"{case_id} {told}{sure}"
    return tag("span", case_id, class_=f"cell {kind}{doubted}", title=words, role="img", aria_label=words)


def over_rounds(record: Record) -> Html | None:
    """Return how likely each program was to be correct after each round."""
    verdicts = record.state.verdicts
    if not verdicts:
        return None
    names = list(dict.fromkeys(name for verdict in verdicts for name in verdict.candidates))
    items = [tag("li", f"round {number}: {_told(verdict)}") for number, verdict in enumerate(verdicts, 1)]
    return join(
        tag("h3", "Probability over the rounds"),
        _chart(verdicts, names) if len(verdicts) > 1 else None,
        tag("ul", *items, class_="rounds"),
    )


def _told(verdict: Verdict) -> str:
    likely = sorted(verdict.candidates.items(), key=lambda item: -item[1])
    shown = ", ".join(f"{name} {100 * value:.0f}%" for name, value in likely[:6])
    return f"{shown or 'no program ran'}; {100 * verdict.none_right:.0f}% that no program is correct"


def _chart(verdicts: Sequence[Verdict], names: Sequence[str]) -> Html:
    step = (_WIDTH - _LEFT - _EDGE) / (len(verdicts) - 1)
    lines = list(_lines(verdicts, names, step))
    grid = [
        join(
            tag("line", class_="grid-line", x1=_LEFT, x2=_WIDTH - _EDGE, y1=_y(value), y2=_y(value)),
            tag("text", f"{100 * value:.0f}%", x=_EDGE / 2, y=_y(value), dy="0.3em"),
        )
        for value in (0.0, 0.5, 1.0)
    ]
    legend = [tag("span", tag("i", class_=f"line{place % _TURN}"), name) for place, name in enumerate(names)]
    picture = tag(
        "svg", *grid, *lines, class_="chart", viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="img",
        aria_label="probability of each program after each round; the list below has the figures",
    )  # fmt: skip
    return join(picture, tag("p", *legend, class_="legend soft"))


def _lines(verdicts: Sequence[Verdict], names: Sequence[str], step: float) -> Iterator[Html]:
    for place, name in enumerate(names):
        points = [
            (f"{_LEFT + number * step:.1f}", _y(verdict.candidates[name]))
            for number, verdict in enumerate(verdicts)
            if name in verdict.candidates
        ]
        kind = f"line{place % _TURN}"
        yield tag("polyline", class_=kind, points=" ".join(f"{x},{y}" for x, y in points))
        yield from (tag("circle", class_=kind, cx=x, cy=y, r=4) for x, y in points)


def _y(value: float) -> str:
    return f"{_EDGE + (1 - value) * (_HEIGHT - 2 * _EDGE):.1f}"


def parting_inputs(record: Record) -> Html | None:
    """Return the inputs on which the programs gave different answers."""
    events = in_force(entry.event for entry in record.entries)
    probes = [probe for event in events if isinstance(event, Probed) for probe in event.probes]
    parting = {}
    for probe in probes:
        shown = probe.simplest or probe
        if len(shown.parting) > 1:
            parting[shown.digest] = shown
    if not parting:
        return None
    items = [_parted(probe) for probe in list(parting.values())[:_MOST_PROBES]]
    more = len(parting) - len(items)
    return join(
        tag("h3", "Inputs on which the programs differ"),
        tag("ul", *items, class_="parting"),
        tag("p", f"and {more} more", class_="soft") if more > 0 else None,
    )


def _parted(probe: Probe) -> Html:
    answers = [tag("li", code(str(probe.outcomes[group[0]]), 160), f" {', '.join(group)}") for group in probe.parting]
    return tag("li", code(probe.call, 240), tag("ul", *answers))
