"""`specwright runs`, `show` and `replay`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.text import Text

from specwright import api
from specwright.api import RunSummary
from specwright.cli.screens.report import STOPPED, print_result, print_why, result_json
from specwright.cli.screens.terminal import open_console, print_item
from specwright.cli.screens.words import STAGES, percent
from specwright.cli.session import run_until_done
from specwright.cli.solve import print_code, print_committed, print_event, wanted_branch
from specwright.config import load_settings
from specwright.core.errors import EXIT_STATUS, ReplayDiverged, UserError
from specwright.core.run.listing import RunFilter
from specwright.core.run.result import State
from specwright.core.text import counted, printable, shortened

_SHORT_ID: Final = 8


@dataclass(frozen=True, slots=True)
class ShowView:
    why: bool = False
    code: bool = False
    events: bool = False
    as_json: bool = False
    out: Path | None = None
    branch: str | None = None


def runs(limit: int, wanted: RunFilter, flags: dict[str, dict[str, Any]], as_json: bool) -> int:
    """List the runs that match, the newest first."""
    found = asyncio.run(api.search_runs(load_settings(flags), limit, **wanted.model_dump()))
    if as_json:
        print(json.dumps([row.model_dump() for row in found]))
    elif found:
        _print_runs(found)
    elif not wanted.is_empty:
        print("No run matches.")
    else:
        print("No runs yet. Start one with: specwright solve 'Return the sum of a list of integers.'")
    return 0


def _print_runs(found: Sequence[RunSummary]) -> None:
    """Print two lines for each run: its outcome, and its problem. A terminal gets the end of the id."""
    console = open_console()
    short = console.is_terminal
    for row in found:
        name = row.run_id[-_SHORT_ID:] if short else row.run_id
        facts = [row.started_at[:16].replace("T", " "), row.language]
        facts += [] if row.seconds is None else [f"{row.seconds:.0f} s"]
        facts += [f"${row.usd:.4f}"] if row.usd else []
        line = Text(f"{name}  ", style="bold") + _verdict(row) + Text("  " + ", ".join(filter(None, facts)), "dim")
        print_item(console, line)
        print_item(console, shortened(row.problem, 100 if not short else max(20, console.width - 2)), 2)


def _verdict(row: RunSummary) -> Text:
    if row.change is not None:
        return Text(row.change.value, style="green" if row.change.is_good else "yellow")
    if row.word is None:
        return Text(row.state, style="yellow")
    sure = f" {percent(row.confidence)}" if row.confidence is not None else f": {_state_in_words(row.state)}"
    return Text(f"{row.word}{sure}", style="green" if row.verified else "yellow")


def _state_in_words(state: str) -> str:
    return STOPPED.get(State(state), "tests fail") if state in State.__members__.values() else state


def show(run: str, flags: dict[str, dict[str, Any]], view: ShowView) -> int:
    """Show one run."""
    settings = load_settings(flags)
    run_id = asyncio.run(api.find_run(run, settings))
    if view.events:
        for entry in asyncio.run(api.load_entries(run_id, settings)):
            print_event(entry)
        return 0
    state = asyncio.run(api.load_run(run_id, settings))
    result, console = state.result, open_console()
    if view.why:
        print_why(console, state.verdicts, result)
        return 0
    if result is None:
        raise UserError(
            f"run {run_id} has no result: {state.status} while {STAGES.get(state.stage or '', 'starting')}",
            hint=f"continue it with `specwright resume {run_id}`, or see its record with --why or --events",
        )
    branch = wanted_branch(view.branch, view.out)
    if view.out or branch:
        if view.out:
            console.print(f"written to {asyncio.run(api.write_out(run_id, view.out, settings))}")
        if branch:
            print_committed(console, asyncio.run(api.commit_run(run_id, branch, settings)))
    elif view.as_json:
        print(result_json(result))
    elif view.code:
        print_code(result.change.change.diff if result.change is not None else result.code or "")
    else:
        print_result(console, result, detailed=True)
    return 0


def replay(run: str, flags: dict[str, dict[str, Any]], as_json: bool) -> int:
    """Replay one run and print the differences. Return 7 if there are any."""
    settings = load_settings(flags)
    run_id = asyncio.run(api.find_run(run, settings))
    report = run_until_done(api.replay_run(run_id, settings))
    if as_json:
        print(json.dumps(report.model_dump(mode="json")))
    else:
        console = open_console()
        for found in report.differences:
            line = f"✗ {found.candidate_id} on {found.case_id}: was {found.recorded}, is {found.now}"
            console.print(Text(printable(line)))
        if report.diverged:
            console.print(Text(printable(f"✗ {report.diverged}")))
        word = "[green]the same[/]" if report.same else "[red]NOT the same[/]"
        recorded = report.recorded_state.value if report.recorded_state else "a run that never ended"
        console.print(
            f"replayed {run_id}: {word} ({recorded}; {counted(report.answers, 'answer')} from the record, "
            f"{counted(report.executions, 'execution')} with {counted(report.calls, 'call')} repeated)"
        )
    return 0 if report.same else EXIT_STATUS[ReplayDiverged]
