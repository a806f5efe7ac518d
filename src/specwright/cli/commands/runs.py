"""`specwright resume`, `replay`, `runs` and `show`: the runs in the store."""

from __future__ import annotations

from typing import Annotated

import typer

from specwright.cli.options import (
    EXIT_TABLE,
    Branch,
    BudgetSeconds,
    BudgetTokens,
    BudgetUsd,
    Config,
    Events,
    Json,
    ModelName,
    OutDir,
    PackagesFrom,
    Quiet,
    RunName,
    SandboxType,
    StorePath,
    Verbose,
    WithBranch,
    WithDefault,
    flags,
    language_name,
    packages_flags,
)

app = typer.Typer()
listed = typer.Typer(cls=WithDefault, rich_markup_mode=None)
app.add_typer(listed, name="runs", short_help="List the recorded runs; delete or copy them.")


@app.command(cls=WithBranch, epilog=EXIT_TABLE, short_help="Continue a run that was stopped.")
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
    packages_from: PackagesFrom = None,
    out: OutDir = None,
    branch: Branch = None,
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
    chosen["packages"] = packages_flags(packages_from)
    places = command.ResultPlaces(out=out, branch=branch, store=store)
    view = command.View(as_json=as_json, events=events, quiet=quiet, verbose=verbose, places=places)
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


Search = Annotated[
    str | None, typer.Option("--search", metavar="TEXT", help="Only runs with this in problem, state or id.")
]
Language = Annotated[
    str | None, typer.Option("--lang", metavar="LANG", parser=language_name, help="Only this language.")
]
Verified = Annotated[
    bool | None, typer.Option("--verified/--not-verified", help="Only runs that are, or are not, verified.")
]


@listed.command("run", hidden=True)
def runs(
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, max=1_000_000, help="How many to list, newest first.")
    ] = 20,
    search: Search = None,
    lang: Language = None,
    verified: Verified = None,
    store: StorePath = None,
    _config: Config = None,
    as_json: Json = False,
) -> None:
    """List the recorded runs with verdict, probability, language, time and cost."""
    from specwright.cli import runs as command
    from specwright.core.run.listing import RunFilter

    wanted = RunFilter(search=search, language=lang, verified=verified)
    raise typer.Exit(command.runs(limit, wanted, flags(None, None, store), as_json))


@listed.command(short_help="Delete old runs.")
def prune(
    before: Annotated[
        str,
        typer.Option("--before", metavar="DATE", help="Only runs that began before: 2026-01-31, or 90d for days ago."),
    ],
    search: Search = None,
    lang: Language = None,
    verified: Verified = None,
    yes: Annotated[bool, typer.Option("--yes", help="Delete them; without it they are only counted.")] = False,
    store: StorePath = None,
    _config: Config = None,
    as_json: Json = False,
) -> None:
    """Delete the runs that began before a date, and the texts that no other run names.

    Runs that are being worked on stay. Without --yes nothing is deleted.
    """
    from specwright.cli.many import upkeep as command
    from specwright.core.run.listing import RunFilter

    wanted = RunFilter(search=search, language=lang, verified=verified)
    raise typer.Exit(command.prune(before, wanted, yes, flags(None, None, store), as_json))


@listed.command(short_help="Copy runs into another store.")
def export(
    place: Annotated[str, typer.Argument(metavar="PLACE", help="A file, or postgresql://USER@HOST/NAME.")],
    search: Search = None,
    lang: Language = None,
    verified: Verified = None,
    store: StorePath = None,
    _config: Config = None,
    as_json: Json = False,
) -> None:
    """Copy runs with all their texts into another store. Started again, it goes on.

    Exit status: 0 if all are there now, 1 if some were left because they differ or are being worked on.
    """
    from specwright.cli.many import upkeep as command
    from specwright.core.run.listing import RunFilter

    wanted = RunFilter(search=search, language=lang, verified=verified)
    raise typer.Exit(command.export(place, wanted, flags(None, None, store), as_json))


@app.command(cls=WithBranch, short_help="Show a recorded run: code, tests, reasons and cost.")
def show(
    run: RunName,
    why: Annotated[bool, typer.Option("--why", help="Show round by round what was found wrong, and why.")] = False,
    code: Annotated[bool, typer.Option("--code", help="Print the code alone.")] = False,
    events: Annotated[bool, typer.Option("--events", help="Print the record, one JSON line for each event.")] = False,
    out: OutDir = None,
    branch: Branch = None,
    store: StorePath = None,
    _config: Config = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as one JSON document.")] = False,
) -> None:
    """Show a recorded run: code, tests, reasons and cost."""
    from specwright.cli import runs as command

    view = command.ShowView(why=why, code=code, events=events, as_json=as_json, out=out, branch=branch)
    raise typer.Exit(command.show(run, flags(None, None, store), view))
