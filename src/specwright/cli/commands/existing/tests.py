"""`specwright test`: the tests that existing code lacks."""

from __future__ import annotations

from typing import Annotated

import typer

from specwright.cli.commands.existing.improve import Apply, Deps, DryRun, LangOfFile, Place, Seed
from specwright.cli.options import (
    Branch,
    BudgetSeconds,
    BudgetTokens,
    BudgetUsd,
    Config,
    Events,
    Json,
    ModelName,
    Quiet,
    SandboxType,
    StorePath,
    Verbose,
    WithBranch,
    flags,
)

app = typer.Typer()
TriedCalls = Annotated[
    int, typer.Option("--inputs", metavar="N", min=1, max=100_000, help="Calls to try of each file.")
]
GuidingBugs = Annotated[
    int,
    typer.Option(
        "--bugs", metavar="N", min=0, max=500, help="Seeded bugs that guide the search, and as many that measure it."
    ),
]
EXIT = """\b
Exit status:
    0  new tests were written
    1  nothing was found that reaches or notices more
    2  the request cannot be understood
    5  no sandbox or toolchain"""


@app.command("test", cls=WithBranch, epilog=EXIT, short_help="Write the tests that existing code lacks.")
def missing_tests(
    place: Place,
    apply: Apply = False,
    branch: Branch = None,
    dry_run: DryRun = False,
    inputs: TriedCalls = 2000,
    bugs: GuidingBugs = 24,
    seed: Seed = 0,
    deps: Deps = None,
    lang: LangOfFile = None,
    model: ModelName = None,
    sandbox: SandboxType = None,
    budget_usd: BudgetUsd = None,
    budget_tokens: BudgetTokens = None,
    budget_seconds: BudgetSeconds = None,
    store: StorePath = None,
    _config: Config = None,
    as_json: Json = False,
    events: Events = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Write tests that reach lines and branches no test reaches, and notice bugs no test notices (docs/existing.md).

    A new test states what the documentation states, or is marked as what the code does today. Existing tests are never
    changed, and nothing at all is written without --apply or --branch.
    """
    from specwright.cli.improving import change as command
    from specwright.cli.solve import ResultPlaces, View
    from specwright.core.existing.request import ChangeVerb

    given = command.ChangeArguments(
        verb=ChangeVerb.TEST,
        place=place,
        more={"inputs": inputs, "seed": seed, "bugs": bugs, "dependencies": deps, "language": lang},
        dry_run=dry_run,
    )
    view = View(
        as_json=as_json,
        events=events,
        quiet=quiet,
        verbose=verbose,
        places=ResultPlaces(branch=branch, store=store, apply=apply),
    )
    chosen = flags(model, sandbox, store, (budget_usd, budget_tokens, budget_seconds))
    raise typer.Exit(command.change(given, chosen, view))
