"""`specwright refactor`, `apply` and `undo`: changes of code that is already there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
    RunName,
    SandboxType,
    StorePath,
    Verbose,
    WithBranch,
    flags,
    language_name,
    languages_beginning,
)

app = typer.Typer()
Place = Annotated[
    str, typer.Argument(metavar="PATH", help="FILE, FILE::NAME (function or class) or a project's folder.")
]
Goal = Annotated[str, typer.Option("--goal", metavar="TEXT", help="What is to become better, in words.")]
Proposed = Annotated[
    str | None,
    typer.Option(
        "--with", metavar="FILE", help="Your own new version: nothing is written by a model, and all of it is checked."
    ),
]
Record = Annotated[
    str | None,
    typer.Option(
        "--record",
        metavar="COMMAND",
        help="Compare on the calls that this command makes too, such as 'pytest tests -q'. It runs in the sandbox.",
    ),
]
Apply = Annotated[bool, typer.Option("--apply", help="Write the change into the files if it is good.")]
DryRun = Annotated[
    bool,
    typer.Option("--dry-run", help="Print what would be done, and run, ask and write nothing."),
]
Inputs = Annotated[int, typer.Option("--inputs", metavar="N", min=1, max=100_000, help="Inputs for each function.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Other inputs for another number.")]
Tolerance = Annotated[
    float,
    typer.Option("--tolerance", metavar="X", min=0.0, help="Floats that differ by less, relatively, are equal."),
]
Bugs = Annotated[
    int,
    typer.Option("--bugs", metavar="N", min=0, help="Bugs to put into the new version, to see if they are noticed."),
]
Figures = Annotated[
    bool,
    typer.Option("--figures/--no-figures", help="Measure complexity, duplication, lint and types."),
]
Attempts = Annotated[int, typer.Option("--attempts", metavar="N", min=1, max=20, help="Versions to ask for at most.")]
Deps = Annotated[
    Path | None,
    typer.Option(
        "--deps",
        metavar="FOLDER",
        help="The project's dependencies.  [default: .venv or node_modules in the project]",
        show_default=False,
    ),
]
LangOfFile = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANG",
        parser=language_name,
        autocompletion=languages_beginning,
        help="The language.  [default: by the name of the file]",
    ),
]
EXIT = """\b
Exit status:
    0  the change is good
    7  the versions were told apart, or a test that passed fails
   10  too little could be compared
    1  it is not what was asked for
    2  the request cannot be understood
    4  no model, or none that answers
    5  no sandbox or toolchain"""


@app.command(cls=WithBranch, epilog=EXIT, short_help="Write code otherwise, and show that it behaves as before.")
def refactor(
    place: Place,
    goal: Goal = "",
    proposed: Proposed = None,
    record: Record = None,
    apply: Apply = False,
    branch: Branch = None,
    dry_run: DryRun = False,
    inputs: Inputs = 2000,
    seed: Seed = 0,
    tolerance: Tolerance = 1e-12,
    bugs: Bugs = 8,
    figures: Figures = True,
    attempts: Attempts = 3,
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
    """Write a function, class or file otherwise and compare the new version with the old one (docs/existing.md).

    Both run side by side on generated inputs, on the project's own tests and on recorded calls. Nothing outside of PATH
    is changed, and nothing at all is written without --apply or --branch.
    """
    from specwright.cli.improving import change as command
    from specwright.cli.solve import ResultPlaces, View
    from specwright.core.existing.request import ChangeVerb

    given = command.ChangeArguments(
        verb=ChangeVerb.REFACTOR,
        place=place,
        goal=goal,
        proposed=proposed,
        record=record,
        more={
            "inputs": inputs,
            "seed": seed,
            "tolerance": tolerance,
            "bugs": bugs,
            "figures": figures,
            "attempts": attempts,
            "dependencies": deps,
            "language": lang,
        },
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


@app.command(short_help="Write the change of a recorded run into its project.")
def apply(run: RunName, store: StorePath = None, _config: Config = None, as_json: Json = False) -> None:
    """Write the change that a run offered into the files that it was made for: all of them, or none.

    It is refused if a file is not as it was when the run read it.
    """
    from specwright.cli.improving import change as command

    raise typer.Exit(command.apply(run, flags(None, None, store), as_json=as_json))


@app.command(short_help="Take back what a run wrote into a project.")
def undo(run: RunName, store: StorePath = None, _config: Config = None, as_json: Json = False) -> None:
    """Put back what was there before a run's change was written. It is refused if a file was changed since."""
    from specwright.cli.improving import change as command

    raise typer.Exit(command.undo(run, flags(None, None, store), as_json=as_json))
