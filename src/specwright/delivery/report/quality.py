"""The measurements of a package: the score with every input and its tool, the gates, and stated performance."""

from __future__ import annotations

from collections.abc import Iterator

from specwright.core.evidence.quality import Input, Quality, ScorePart
from specwright.core.work.performance import BoundResult, BoundVerdict, Optimization
from specwright.delivery.record import Record
from specwright.delivery.report.html import Html, badge, folded, join, mark, table, tag

_VERDICTS = {BoundVerdict.HOLDS: "good", BoundVerdict.FAILS: "bad", BoundVerdict.UNKNOWN: "warn"}


def quality(record: Record) -> Html | None:
    """Return the score with its parts: input, tool, version, share."""
    found = record.result.quality
    if found is None:
        return None
    return join(
        tag("p", "Score ", tag("strong", f"{found.score:.3f}"), " of 1: the sum of what every input earns."),
        table(("part", "weight", "earned"), _parts(found), class_="numbers"),
        tag("h3", "Inputs"),
        table(
            ("input", "part", "measured", "tool", "value", "share", "earned"),
            map(_input, found.inputs),
            class_="numbers",
        ),
        tag("h3", "Gates"),
        table(("gate", "bar", "measured", ""), ((g.name, g.bar, g.measured, mark(g.passed)) for g in found.gates)),
    )


def _parts(found: Quality) -> Iterator[tuple[str, ...]]:
    for part in ScorePart:
        own = [one for one in found.inputs if one.part is part]
        earned = sum((one.value or 0.0) * one.share for one in own)
        yield part.value, f"{sum(one.share for one in own):.2f}", f"{earned:.3f}"


def _input(one: Input) -> tuple[Html | str, ...]:
    value = badge("not measured", "warn") if one.value is None else f"{one.value:.2f}"
    return (
        one.name,
        one.part.value,
        one.measured,
        one.tool,
        value,
        f"{one.share:.3f}",
        f"{(one.value or 0.0) * one.share:.3f}",
    )


def performance(record: Record) -> Html | None:
    """Return the stated speed and memory, and the measurements."""
    result = record.result
    if not result.performance and not result.optimizations_applied:
        return None
    return join(*map(_bound, result.performance), _optimizations(result.optimizations_applied))


def _bound(found: BoundResult) -> Html:
    bound = found.bound
    stated = [
        bound.growth.value if bound.growth else "",
        f"{bound.items:,} items" if bound.items else "",
        f"in {bound.seconds:g} s" if bound.seconds else "",
        f"at most {bound.memory_bytes / 2**20:,.0f} MB" if bound.memory_bytes else "",
    ]
    words = f"{bound.requirement} {bound.function}: {', '.join(filter(None, stated))} "
    rows = (
        (f"{s.size:,}", f"{s.cpu_seconds:.6g}", f"{s.peak_memory_bytes:,}" if s.peak_memory_bytes else "")
        for s in found.samples
    )
    samples = folded(
        f"{len(found.samples)} samples", table(("size", found.unit, "peak memory in bytes"), rows, class_="numbers")
    )
    return tag(
        "article",
        tag("h3", words, badge(found.verdict.value, _VERDICTS[found.verdict])),
        tag("p", found.evidence),
        samples if found.samples else None,
    )


def _optimizations(found: tuple[Optimization, ...]) -> Html | None:
    if not found:
        return None
    rows = (
        (
            one.function,
            one.description,
            f"{one.before_seconds:.6g} s",
            f"{one.after_seconds:.6g} s",
            f"{one.size:,}",
            f"{one.speedup:.1f} times",
        )
        for one in found
    )
    head = ("function", "what was done", "before", "after", "at size", "faster")
    return join(tag("h3", "Optimisations that were kept"), table(head, rows, class_="numbers"))
