"""`specwright resume`, `replay`, `runs` and `show`: the runs in the store."""

from __future__ import annotations

from typing import Annotated

import typer

from specwright.cli.options import (
    EXIT_TABLE,
    BudgetSeconds,
    BudgetTokens,
    BudgetUsd,
    Config,
    Events,
    Json,
    ModelName,
    OutDir,
    Quiet,
    RunName,
    SandboxType,
    StorePath,
    Verbose,
    flags,
    language_name,
)

app = typer.Typer()


@app.command(epilog=EXIT_TABLE, short_help="Continue a run that was stopped.")
def resume(
    run: RunName,
    answer: Annotated[
        str | None,
        typer.Option(
            "--answer",
            metavar="VALUE",
            help="Answer to the question that the run ended with: a value, an error, `d` (does not matter) or `?`.",
        ),
    ] = None,
    model: ModelName = None,
    sandbox: SandboxType = None,
    budget_usd: BudgetUsd = None,
    budget_tokens: BudgetTokens = None,
    budget_seconds: BudgetSeconds = None,
    out: OutDir = None,
    store: StorePath = None,
    _config: Config = None,
    as_json: Json = False,
    events: Events = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Continue a run that was interrupted, killed, ran out of budget or waits for an answer.

    No model is asked the same thing twice.
    """
    from specwright.cli import solve as command

    chosen = flags(model, sandbox, store, (budget_usd, budget_tokens, budget_seconds))
    view = command.View(as_json=as_json, events=events, quiet=quiet, verbose=verbose, out=out, store=store)
    raise typer.Exit(command.show(command.resume(run, answer), chosen, view))


@app.command(short_help="Re-execute a recorded run without a model and report differences.")
def replay(
    run: RunName,
    sandbox: SandboxType = None,
    store: StorePath = None,
    _config: Config = None,
    as_json: Json = False,
) -> None:
    """Re-execute a recorded run without a model and report differences."""
    from specwright.cli import runs as command

    raise typer.Exit(command.replay(run, flags(None, sandbox, store), as_json))


@app.command(short_help="List the recorded runs.")
def runs(
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, max=1_000_000, help="How many to list, newest first.")
    ] = 20,
    search: Annotated[
        str | None, typer.Option("--search", metavar="TEXT", help="Only runs with this in problem, state or id.")
    ] = None,
    lang: Annotated[
        str | None, typer.Option("--lang", metavar="LANG", parser=language_name, help="Only this language.")
    ] = None,
    verified: Annotated[
        bool | None, typer.Option("--verified/--not-verified", help="Only runs that are, or are not, verified.")
    ] = None,
    store: StorePath = None,
    _config: Config = None,
    as_json: Json = False,
) -> None:
    """List the recorded runs with verdict, probability, language, time and cost."""
    from specwright.cli import runs as command

    wanted = command.RunFilter(search=search, language=lang, verified=verified)
    raise typer.Exit(command.runs(limit, wanted, flags(None, None, store), as_json))


@app.command(short_help="Show a recorded run: code, tests, reasons and cost.")
def show(
    run: RunName,
    why: Annotated[bool, typer.Option("--why", help="Show round by round what was found wrong, and why.")] = False,
    code: Annotated[bool, typer.Option("--code", help="Print the code alone.")] = False,
    events: Annotated[bool, typer.Option("--events", help="Print the record, one JSON line for each event.")] = False,
    out: OutDir = None,
    store: StorePath = None,
    _config: Config = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as one JSON document.")] = False,
) -> None:
    """Show a recorded run: code, tests, reasons and cost."""
    from specwright.cli import runs as command

    view = command.ShowView(why=why, code=code, events=events, as_json=as_json, out=out)
    raise typer.Exit(command.show(run, flags(None, None, store), view))
