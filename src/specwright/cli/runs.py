"""`specwright runs`, `show` and `replay`."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from specwright import api
from specwright.cli.report import print_result, print_why, result_json
from specwright.cli.session import run_until_done
from specwright.cli.solve import print_code, print_event
from specwright.cli.terminal import open_console
from specwright.config import load_settings
from specwright.core.errors import EXIT_STATUS, ReplayDiverged, UserError
from specwright.core.text import printable


@dataclass(frozen=True, slots=True)
class ShowView:
    why: bool = False
    code: bool = False
    events: bool = False
    as_json: bool = False
    out: Path | None = None


def runs(limit: int, flags: dict[str, dict[str, Any]], as_json: bool) -> int:
    """List the runs."""
    rows = [api.summary(head).model_dump() for head in asyncio.run(api.list_runs(load_settings(flags), limit))]
    if as_json:
        print(json.dumps(rows))
        return 0
    if not rows:
        print("no runs yet; start one with: specwright solve 'Return the sum of a list of integers.'")
        return 0
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("run", "state", "problem"):
        table.add_column(name, no_wrap=name != "problem")
    for row in rows:
        table.add_row(row["run_id"], row["state"], Text(printable(row["problem"])))
    open_console().print(table)
    return 0


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
            f"run {run_id} has not ended: {state.status}, at {state.stage or 'its beginning'}",
            hint=f"go on with: specwright resume {run_id}; or see what is recorded with --why or --events",
        )
    if view.out:
        console.print(f"written to {asyncio.run(api.write_out(run_id, view.out, settings))}")
    elif view.as_json:
        print(result_json(result))
    elif view.code:
        print_code(result.code or "")
    else:
        print_result(console, result, detailed=True)
    return 0


def replay(run: str, flags: dict[str, dict[str, Any]], as_json: bool) -> int:
    """Replay one run and say what differs. Returns 7 when anything does."""
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
            f"replayed {run_id}: {word} ({recorded}; {report.answers} answers recalled, "
            f"{report.executions} executions with {report.calls} calls made anew)"
        )
    return 0 if report.same else EXIT_STATUS[ReplayDiverged]
