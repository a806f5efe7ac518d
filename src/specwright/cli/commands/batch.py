"""`specwright batch` and `specwright score`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from specwright.cli.options import (
    Config,
    Json,
    Lang,
    LangOrPython,
    ModelName,
    SandboxType,
    StorePath,
    WithDefault,
    flags,
)

app = typer.Typer()
group = typer.Typer(cls=WithDefault, rich_markup_mode=None)
app.add_typer(
    group, name="batch", short_help="Solve every task of a file, many at once; report on batches and compare them."
)
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder that was given to --out.")]


@group.command("run", hidden=True)
def batch(
    tasks: Annotated[
        Path, typer.Argument(metavar="FILE", help="Tasks: .jsonl, .csv, .parquet, or the folder of a dataset.")
    ],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for results.jsonl and summary.json.")],
    workers: Annotated[
        int,
        typer.Option("--workers", metavar="N", min=1, max=1024, help="Tasks at once; of ray and dask, processes."),
    ] = 4,
    engine: Annotated[
        str, typer.Option("--engine", metavar="NAME", help="local, ray or dask: where the workers run.")
    ] = "local",
    per_worker: Annotated[
        int,
        typer.Option("--per-worker", metavar="N", min=1, max=256, help="Tasks at once in each process."),
    ] = 8,
    address: Annotated[
        str | None, typer.Option("--address", metavar="HOST", help="A cluster of ray or dask that runs already.")
    ] = None,
    parquet: Annotated[bool, typer.Option("--parquet", help="Write the rows as Parquet files too.")] = False,
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
    from specwright.batch.engines.opening import EngineChoice
    from specwright.cli.many.batch import run_batch

    raise typer.Exit(
        run_batch(
            tasks,
            out,
            flags(model, sandbox, store),
            tries=tries,
            language=lang or "python",
            budget_usd=budget_usd,
            budget_tokens=budget_tokens,
            engine=EngineChoice(engine, workers, per_worker, address),
            parquet=parquet,
            as_json=as_json,
            quiet=quiet,
        )
    )


@group.command(short_help="Show what a batch came to.")
def report(
    folder: Folder,
    page: Annotated[Path | None, typer.Option("--page", metavar="FILE", help="Write the report as a page too.")] = None,
    truth: Annotated[
        Path | None,
        typer.Option("--truth", metavar="FILE", help="Lines with `id` and `correct`: which programs are right."),
    ] = None,
    server: Annotated[
        str, typer.Option("--server", metavar="URL", help="A server of specwright that the page links to.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Show rates by category with intervals, cost and time, and failures grouped by cause.

    With --truth it also shows how far the stated probabilities hold.
    """
    from specwright.cli.many import report as command

    raise typer.Exit(command.report(folder, page, truth, server, as_json))


@group.command(short_help="Compare two batches of the same tasks.")
def compare(
    first: Folder,
    second: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the other.")],
    as_json: Json = False,
) -> None:
    """Compare two batches task by task: models, prompts or versions, with paired 95 % intervals."""
    from specwright.cli.many import report as command

    raise typer.Exit(command.compare(first, second, as_json))


@app.command(short_help="Run many programs on cases and score each, many to a sandbox.")
def score(
    programs: Annotated[
        Path, typer.Argument(metavar="FILE", help="Programs, one a line: `code` or `completion`, `id`.")
    ],
    cases: Annotated[
        Path | None, typer.Option("--cases", metavar="FILE", help="Cases for all programs, as JSON.")
    ] = None,
    scores: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the scores to this file.")] = None,
    entry_point: Annotated[
        str, typer.Option("--entry-point", metavar="NAME", help="The function that the cases call.")
    ] = "run_code",
    lang: LangOrPython = "python",
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="N", min=0.01, help="Time of all calls of one program.")
    ] = None,
    memory: Annotated[str | None, typer.Option("--memory", metavar="SIZE", help="Memory of one program: 512m.")] = None,
    patience: Annotated[
        int, typer.Option("--patience", metavar="N", min=1, help="Calls that may end a program before the rest fails.")
    ] = 3,
    at_once: Annotated[
        int | None, typer.Option("--at-once", metavar="N", min=1, help="Sandboxes side by side.  [default: one a core]")
    ] = None,
    sandbox: SandboxType = None,
    _config: Config = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print errors and scores alone.")] = False,
) -> None:
    """Run many programs on cases and print a line of JSON for each as soon as its score is known (docs/batch.md).

    A line of FILE has `code`, or `completion` for a model's reply, and, if you like, `id`, and `cases` and
    `entry_point` of its own. A program is given the inputs alone; answers are compared outside the sandbox.

    Exit status: 0 if every line was scored, 1 if one is no program.
    """
    from specwright.cli.many import score as command

    request = command.ScoreRequest(
        programs=programs,
        cases=cases,
        out=scores,
        entry_point=entry_point,
        language=lang,
        seconds=seconds,
        memory=memory,
        patience=patience,
        at_once=at_once,
        quiet=quiet,
    )
    raise typer.Exit(command.score(request, flags(None, sandbox, None)))
