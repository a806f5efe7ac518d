"""`specwright batch`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from specwright.cli.options import Config, Json, Lang, ModelName, SandboxType, StorePath, flags

app = typer.Typer()


@app.command(short_help="Solve every task of a file, many at once; started again, it goes on.")
def batch(
    tasks: Annotated[Path, typer.Argument(metavar="FILE", help="Tasks, one a line: .jsonl or .csv.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for results.jsonl and summary.json.")],
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, max=1024, help="Tasks at once.")] = 4,
    tries: Annotated[
        int, typer.Option("--tries", metavar="N", min=1, help="Tries of a task that model or sandbox failed.")
    ] = 3,
    lang: Lang = None,
    model: ModelName = None,
    sandbox: SandboxType = None,
    store: StorePath = None,
    budget_usd: Annotated[
        float | None, typer.Option("--budget-usd", metavar="USD", min=0, help="Spending limit of the whole batch.")
    ] = None,
    budget_tokens: Annotated[
        int | None, typer.Option("--budget-tokens", metavar="N", min=1, help="Token limit of the whole batch.")
    ] = None,
    _config: Config = None,
    as_json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print errors alone.")] = False,
) -> None:
    """Solve every task of a file, many at once (docs/batch.md).

    A line has `problem` and, if you like, `id`, `examples`, `language`, `entry_point`, `kind` and `category`. Started
    again, the batch goes on where it was cut off and asks no question twice.

    Exit status: 0 if every task came to an end, 1 if a line is no task or a task failed, 3 if the budget is used up.
    """
    from specwright.cli.batch import run_batch

    raise typer.Exit(
        run_batch(
            tasks,
            out,
            flags(model, sandbox, store),
            workers=workers,
            tries=tries,
            language=lang or "python",
            budget_usd=budget_usd,
            budget_tokens=budget_tokens,
            as_json=as_json,
            quiet=quiet,
        )
    )
