"""`specwright batch`: the progress and the summary of many tasks."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any, Final

from specwright.batch.engines.opening import EngineChoice
from specwright.batch.results import as_text
from specwright.batch.row import FAILED, REFUSED, BatchRow
from specwright.batch.summary import Rate, Summary
from specwright.batch.tasks import TaskFile
from specwright.cli.session import run_until_done
from specwright.client.asynchronous import AsyncClient
from specwright.config import load_settings
from specwright.core.errors import UserError
from specwright.core.text import counted, printable

_EVERY: Final = {True: 0.5, False: 15.0}
"""Seconds between two lines of progress, by whether a terminal shows them."""


class BatchProgress:
    """The progress of a batch in one line, on standard error."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._live = sys.stderr.isatty()
        self._began = self._told = time.monotonic()
        self.rows = 0
        self._verified = 0
        self._tokens = 0
        self._usd: float | None = 0.0

    def hear(self, row: BatchRow) -> None:
        self.rows += 1
        self._verified += row.verified
        self._tokens += row.tokens
        self._usd = None if self._usd is None or row.usd is None else self._usd + row.usd
        if row.state in (REFUSED, FAILED):
            self.say(f"line {row.line}: {printable(row.error or row.state)}")
        now = time.monotonic()
        if now - self._told >= _EVERY[self._live]:
            self._told = now
            self._show(now)

    def say(self, text: str) -> None:
        """Print a line of its own."""
        print(f"{self._clear()}specwright: {text}", file=sys.stderr)

    def end(self) -> None:
        print(self._clear(), end="", file=sys.stderr)

    def _clear(self) -> str:
        return "\r\x1b[K" if self._live else ""

    def _show(self, now: float) -> None:
        rate = self.rows / (now - self._began)
        left = (self._total - self.rows) / rate if rate else 0.0
        cost = f", ${self._usd:.2f}" if self._usd else ""
        text = (
            f"{self.rows} of {self._total} tasks, {self._verified} verified, {rate:.2f} a second, "
            f"{self._tokens:,} tokens{cost}, {_duration(left)} left"
        )
        print(f"{self._clear()}{text}", end="" if self._live else "\n", file=sys.stderr, flush=True)


def run_batch(
    tasks: Path,
    out: Path,
    flags: dict[str, dict[str, Any]],
    *,
    tries: int,
    language: str,
    budget_usd: float | None,
    budget_tokens: int | None,
    engine: EngineChoice,
    parquet: bool,
    as_json: bool,
    quiet: bool,
) -> int:
    """Solve all tasks and return the exit status. Raise UserError, OutputError or StoreError."""
    settings = load_settings(flags)
    file = TaskFile(tasks, language=language)
    total = sum(1 for _ in file)
    if not total:
        raise UserError(f"there is no task in {tasks}", hint="write one task on each line, as docs/batch.md shows")
    progress = BatchProgress(total)
    if file.unused and not quiet:
        progress.say(f"fields that mean nothing here and are not used: {printable(', '.join(sorted(file.unused)))}")

    async def work() -> Summary:
        async with AsyncClient(settings) as client:
            return await client.batch(
                tasks,
                out,
                engine=engine.name,
                workers=engine.workers,
                per_worker=engine.per_worker,
                address=engine.address,
                parquet=parquet,
                tries=tries,
                budget_usd=budget_usd,
                budget_tokens=budget_tokens,
                language=language,
                on_row=None if quiet else progress.hear,
            )

    try:
        summary = run_until_done(work())
    finally:
        progress.end()
    if as_json:
        print(as_text(summary))
    elif not quiet:
        _show(summary, out)
    if summary.tasks < total:
        if not quiet:
            progress.say("the budget is used up; with a higher one the same command goes on")
        return 3
    return 1 if summary.states.keys() & {REFUSED, FAILED} else 0


def _show(summary: Summary, out: Path) -> None:
    print(f"{counted(summary.tasks, 'task')}: {_rate(summary.verified)} verified")
    if summary.unconfirmed.count:
        print(f"{summary.unconfirmed.count:6}  UNCONFIRMED: all evidence agrees, but no example confirms it")
    if len(summary.by_category) > 1:
        width = max(map(len, summary.by_category))
        for name, rate in summary.by_category.items():
            print(f"  {printable(name) or '-':{width}}  {_rate(rate)}")
    for state, count in summary.states.items():
        print(f"{count:6}  {printable(state)}")
    if summary.reasons:
        print("why not verified:")
        for reason, count in summary.reasons.items():
            print(f"{count:6}  {printable(reason)}")
    cost = "" if summary.usd is None else f", ${summary.usd:.2f}"
    print(f"{summary.tokens:,} tokens{cost}; rows are in {out / 'results.jsonl'}")


def _rate(rate: Rate) -> str:
    return f"{rate.count} of {rate.of} ({rate.share:.1%}, 95 % interval {rate.low:.1%} to {rate.high:.1%})"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"
