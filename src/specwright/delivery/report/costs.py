"""Time and money, the model's and ours apart, and what the evidence is."""

from __future__ import annotations

from specwright.core.run.result import Phase
from specwright.delivery.record import Record
from specwright.delivery.report.html import Html, join, table, tag


def costs(record: Record) -> Html:
    """Return the time of every phase, and the cost."""
    result = record.result
    spent = result.spending
    phases = result.phases or record.state.phases
    longest = max((phase.seconds for phase in phases), default=0.0)
    rows = (
        (phase.name, _bar(phase, longest), f"{phase.model_seconds:.2f} s", f"{_own(phase):.2f} s") for phase in phases
    )
    money = "not known" if spent.usd is None else f"${spent.usd:.4f}"
    legend = tag(
        "p",
        tag("span", tag("i", class_="model"), f"the model's: {spent.model_seconds:.2f} s"),
        tag("span", tag("i", class_="ours"), f"ours: {spent.own_seconds:.2f} s"),
        class_="legend",
    )
    figures = (
        ("requests to a model", f"{spent.requests:,}"),
        ("tokens sent", f"{spent.input_tokens:,}"),
        ("tokens received", f"{spent.output_tokens:,}"),
        ("price", money),
    )
    return join(
        legend,
        table(("phase", "", "model", "ours"), rows, class_="numbers") if phases else None,
        tag("h3", "Spent"),
        table(("what", "how much"), figures, class_="numbers"),
    )


def _own(phase: Phase) -> float:
    return max(0.0, phase.seconds - phase.model_seconds)


def _bar(phase: Phase, longest: float) -> Html:
    if longest <= 0:
        return join()
    model, ours = (100 * part / longest for part in (phase.model_seconds, _own(phase)))
    return tag(
        "svg",
        tag("rect", class_="model", x="0", y="0", width=f"{model:.2f}%", height="100%"),
        tag("rect", class_="ours", x=f"{model:.2f}%", y="0", width=f"{ours:.2f}%", height="100%"),
        class_="bar",
        role="img",
        aria_label=f"{phase.model_seconds:.2f} seconds of the model, {_own(phase):.2f} of ours",
    )


def evidence(record: Record) -> Html:
    """What everything here rests on, and how to check it."""
    result, started = record.result, record.started
    rows = (
        ("run", record.run_id),
        ("began", record.lines[0].at),
        ("model", result.model),
        ("sandbox", result.sandbox),
        *((name, version) for name, version in record.tools.items() if name != "sandbox"),
        *((each.label, each.hash) for each in record.result.packages),
        ("specwright", started.version),
        ("seed", str(started.limits.seed)),
        *((("strategy", f"{result.strategy}: {result.why_strategy or ''}"),) if result.strategy else ()),
        ("event log", f"{len(record.lines)} entries, chained by sha256, ending in {record.head}"),
    )
    return join(
        tag(
            "p",
            "The folder evidence/ beside this page holds the whole record. Check it with no model, on any machine:",
        ),
        tag("pre", "specwright verify ."),
        table(("what", "which"), rows),
    )
