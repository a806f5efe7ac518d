"""The report of a batch as one page, with nothing to fetch."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from specwright.batch.report.figures import BatchFigures, Bin, Cause, Distribution
from specwright.batch.summary import Rate
from specwright.delivery.report.html import Html, code, join, table, tag
from specwright.delivery.report.page import document

_WIDTH: Final = 600
_HEIGHT: Final = 120


def batch_page(figures: BatchFigures, name: str, server: str = "") -> str:
    """Return the whole page. `server` is where `specwright serve` shows the runs; without it their ids are given."""
    summary = figures.summary
    cost = "unknown" if summary.usd is None else f"${summary.usd:,.2f}"
    cards = [
        _card("tasks", f"{summary.tasks:,}"),
        _card("verified", f"{summary.verified.share:.1%}", _interval(summary.verified)),
        _card("unconfirmed", f"{summary.unconfirmed.share:.1%}", _interval(summary.unconfirmed)),
        _card("tokens", f"{summary.tokens:,}"),
        _card("cost", cost),
    ]
    parts = [
        ("Rates by category", _rates(figures)),
        ("Probability and truth", _reliability(figures)),
        ("Cost and time", join(*map(_distribution, figures.distributions))),
        ("Why not verified", join(*(_cause(cause, server) for cause in figures.causes))),
        ("States", table(("state", "tasks"), ((state, f"{count:,}") for state, count in summary.states.items()))),
    ]
    head = tag(
        "div",
        tag("p", "batch", class_="kind"),
        tag("h1", name),
        tag("dl", *cards, class_="cards"),
        class_="top",
    )
    sections = [tag("section", tag("h2", title), body) for title, body in parts if body]
    return document(f"{name}: {summary.verified.share:.1%} verified", join(head, *sections))


def _card(name: str, value: str, more: str = "") -> Html:
    return tag("div", tag("dt", name), tag("dd", value, tag("small", f" {more}") if more else None), class_="card")


def _interval(rate: Rate) -> str:
    return f"{rate.low:.1%} to {rate.high:.1%}"


def _rates(figures: BatchFigures) -> Html:
    rows = [(name or "-", rate) for name, rate in figures.summary.by_category.items()]
    cells = (
        (name, f"{rate.count:,} of {rate.of:,}", f"{rate.share:.1%}", _interval(rate), _bar(rate))
        for name, rate in rows
    )
    return table(("category", "verified", "share", "95 % interval", "between 0 and 100 %"), cells)


def _bar(rate: Rate) -> Html:
    """Return the share as a dot on its interval."""
    line = _shape("line", x1=200 * rate.low, x2=200 * rate.high, y1=7, y2=7, stroke="currentColor", stroke_width=2)
    dot = _shape("circle", cx=200 * rate.share, cy=7, r=4, fill="currentColor")
    return tag(
        "svg", line, dot, viewBox="-5 0 210 14", width=210, height=14, role="img",
        aria_label=f"{rate.share:.0%}, between {_interval(rate)}",
    )  # fmt: skip


def _reliability(figures: BatchFigures) -> Html | None:
    if not figures.reliability:
        return None
    cells = (
        (f"{each.low:.0%} to {each.high:.0%}", f"{each.stated:.1%}", f"{each.right.share:.1%}",
         f"{each.right.count:,} of {each.right.of:,}", _interval(each.right))
        for each in figures.reliability
    )  # fmt: skip
    verified = figures.verified_right
    words = "" if verified is None else (
        f"{verified.count:,} of {verified.of:,} verified programs are right ({_interval(verified)})."
    )  # fmt: skip
    return join(
        tag("p", words),
        _plot(figures.reliability),
        table(("stated", "mean stated", "right", "programs", "95 % interval"), cells),
    )


def _plot(bins: tuple[Bin, ...]) -> Html:
    """Return the stated probabilities against the shares that are right; on the diagonal they are the same."""
    size = 260
    parts = [
        _shape("line", x1=0, y1=size, x2=size, y2=0, stroke="currentColor", stroke_dasharray="4 4", opacity=0.5),
        _shape("rect", x=0, y=0, width=size, height=size, fill="none", stroke="currentColor", opacity=0.4),
    ]
    for each in bins:
        x = size * each.stated
        parts.append(
            _shape(
                "line",
                x1=x,
                x2=x,
                y1=size * (1 - each.right.low),
                y2=size * (1 - each.right.high),
                stroke="currentColor",
                stroke_width=2,
            )
        )
        parts.append(_shape("circle", cx=x, cy=size * (1 - each.right.share), r=5, fill="currentColor"))
    return tag(
        "svg", *parts, viewBox=f"-6 -6 {size + 12} {size + 12}", width=size, height=size, role="img",
        aria_label="Share of right programs against the stated probability; the table below has the figures.",
    )  # fmt: skip


def _distribution(spread: Distribution) -> Html:
    highest = max(count for _, _, count in spread.bars) or 1
    width = _WIDTH / len(spread.bars)
    bars = [
        _shape("rect", x=number * width + 1, width=width - 2, height=(height := _HEIGHT * count / highest),
               y=_HEIGHT - height, fill="currentColor", opacity=0.75)
        for number, (_, _, count) in enumerate(spread.bars)
    ]  # fmt: skip
    picture = tag(
        "svg", *bars, viewBox=f"0 0 {_WIDTH} {_HEIGHT}", width=_WIDTH, height=_HEIGHT, role="img",
        aria_label=f"How {spread.name} are spread over the tasks, from 0 to {_number(spread.bars[-1][0])}; "
        "the last bar is the highest percent.",
    )  # fmt: skip
    names = ("", "total", "mean", *spread.quantiles)
    cells = [spread.name, _number(spread.total), _number(spread.mean), *map(_number, spread.quantiles.values())]
    return join(tag("h3", spread.name), tag("div", picture, class_="scroll"), table(names, [cells]))


def _cause(cause: Cause, server: str) -> Html:
    return join(
        tag("h3", f"{cause.name}: {cause.count:,}"),
        tag("p", code(cause.error)) if cause.error else None,
        tag("ul", *(tag("li", name, " ", _run(run, server)) for name, run in cause.tasks)),
    )


def _run(run: str | None, server: str) -> Html | None:
    if run is None:
        return None
    if server:
        return tag("a", run, href=f"{server.rstrip('/')}/#/run/{quote(run, safe='')}")
    return code(f"specwright show {run}")


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.4g}"


def _shape(name: str, **attributes: str | float) -> Html:
    rounded = {key: round(value, 2) if isinstance(value, float) else value for key, value in attributes.items()}
    return tag(name, **rounded)
