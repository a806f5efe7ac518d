"""`specwright batch report` and `batch compare`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from specwright.batch.report.compare import BatchComparison, PairedDifference, compare_batches
from specwright.batch.report.figures import BatchFigures, Distribution, figures_of
from specwright.batch.report.page import batch_page
from specwright.batch.results import as_text, read_rows
from specwright.batch.summary import Rate
from specwright.core.errors import OutputError, UserError
from specwright.core.program.untrusted import parse_untrusted
from specwright.core.text import counted, printable

_BLOCKS: Final = " ▁▂▃▄▅▆▇█"


def report(folder: Path, out: Path | None, truth: Path | None, server: str, as_json: bool) -> int:
    """Print the report of a batch, and write its page if a file is named."""
    if server and not server.startswith(("http://", "https://")):
        raise UserError(f"{printable(server)} is no address of a server", hint="write --server http://HOST:PORT")
    figures = figures_of(tuple(read_rows(folder)), _truth(truth) if truth else None)
    if out is not None:
        try:
            out.write_text(batch_page(figures, folder.resolve().name, server), "utf-8")
        except OSError as error:
            raise OutputError(f"cannot write {out}: {error.strerror}", hint="choose another file") from error
    if as_json:
        print(as_text(figures))
        return 0
    _show(figures)
    if out is not None:
        print(f"written to {out}")
    return 0


def compare(first: Path, second: Path, as_json: bool) -> int:
    """Print what differs between two batches."""
    found = compare_batches(tuple(read_rows(first)), tuple(read_rows(second)))
    if not found.tasks:
        raise UserError("the two batches have no task in common", hint="compare batches of the same file of tasks")
    if as_json:
        print(as_text(found))
    else:
        _show_comparison(found)
    return 0


def _truth(path: Path) -> Mapping[str, bool]:
    """Return which programs are right: a line of JSON for each task, with its `id` and whether it is `correct`."""
    found: dict[str, bool] = {}
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}", hint="correct the path after --truth") from error
    for number, line in enumerate(lines, 1):
        try:
            row = parse_untrusted(line) if line.strip() else None
        except ValueError:
            row = ()
        if row is None:
            continue
        if not isinstance(row, dict) or not isinstance(row.get("correct"), bool) or "id" not in row:
            raise UserError(
                f"line {number} of {path} does not state a truth",
                hint='write lines such as {"id": "t1", "correct": true}',
            )
        found[str(row["id"])] = row["correct"]
    return found


def _show(figures: BatchFigures) -> None:
    summary = figures.summary
    print(f"{counted(summary.tasks, 'task')}: {rate_in_words(summary.verified)} verified")
    width = max((len(name) for name in summary.by_category), default=1)
    if len(summary.by_category) > 1:
        for name, rate in summary.by_category.items():
            print(f"  {printable(name) or '-':{width}}  {rate_in_words(rate)}")
    for spread in figures.distributions:
        print(_in_one_line(spread))
    if figures.reliability:
        print("stated probability and truth:")
        for each in figures.reliability:
            print(f"  {each.low:4.0%} to {each.high:4.0%}, mean {each.stated:.1%}: {rate_in_words(each.right)} right")
    if figures.verified_right is not None:
        print(f"of the verified programs {rate_in_words(figures.verified_right)} are right")
    if figures.causes:
        print("why not verified:")
    for cause in figures.causes:
        runs = ", ".join(printable(run or task) for task, run in cause.tasks[:2])
        print(f"{cause.count:6}  {printable(cause.name)}  ({runs})")
        if cause.error:
            print(f"        {printable(' '.join(cause.error.split()))[:100]}")


def _in_one_line(spread: Distribution) -> str:
    highest = max(count for _, _, count in spread.bars) or 1
    bars = "".join(_BLOCKS[-(-count * (len(_BLOCKS) - 1) // highest)] for _, _, count in spread.bars)
    of = spread.quantiles
    figures = f"median {of['50%']:.4g}, 90 % {of['90%']:.4g}, 99 % {of['99%']:.4g}, most {of['100%']:.4g}"
    return f"{spread.name:20} {bars}  {figures}, in all {spread.total:,.6g}"


def rate_in_words(rate: Rate) -> str:
    return f"{rate.count} of {rate.of} ({rate.share:.1%}, 95 % interval {rate.low:.1%} to {rate.high:.1%})"


def _show_comparison(found: BatchComparison) -> None:
    alone = f"{found.only_first} only in the first, {found.only_second} in the second"
    print(f"{counted(found.tasks, 'task')} in both; {alone}")
    print(_difference(found.verified, share=True))
    if len(found.by_category) > 1:
        for each in found.by_category.values():
            print(f"  {_difference(each, share=True)}")
    for each in found.means:
        print(_difference(each, share=False))
    print(
        f"verified by the second alone: {len(found.gained)}, by the first alone: {len(found.lost)}; "
        f"chance of so uneven a split if they are equally good: {found.chance:.2g}"
    )
    for title, names in (("gained", found.gained), ("lost", found.lost)):
        if names:
            print(f"{title}: {', '.join(map(printable, names[:20]))}{' ...' if len(names) > 20 else ''}")


def _difference(each: PairedDifference, *, share: bool) -> str:
    form = "{:+.1%}" if share else "{:+.4g}"
    plain = form.replace("+", "")
    change = f"{form.format(each.difference)} (95 % interval {form.format(each.low)} to {form.format(each.high)})"
    word = "" if each.decided else ", which may be chance"
    name = printable(each.name) or "-"
    return f"{name}: {plain.format(each.first)} to {plain.format(each.second)}, {change}{word}"
