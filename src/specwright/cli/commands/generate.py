"""`specwright generate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from specwright.cli.options import (
    EXIT_TABLE,
    Branch,
    BudgetSeconds,
    BudgetTokens,
    BudgetUsd,
    Candidates,
    Config,
    Events,
    Json,
    Lang,
    ModelName,
    PackagesFrom,
    PackagesPolicy,
    Quiet,
    Require,
    SandboxType,
    StorePath,
    Verbose,
    WithBranch,
    flags,
    packages_flags,
)

app = typer.Typer()


@app.command(cls=WithBranch, epilog=EXIT_TABLE, short_help="Turn a specification into a package with a measured score.")
def generate(
    spec: Annotated[
        str,
        typer.Argument(
            metavar="SPEC",
            help="The specification in words, a file with it, a task file (.toml, .yaml), or - for standard input.",
        ),
    ],
    lang: Lang = None,
    constraints: Annotated[
        list[str] | None,
        typer.Option(
            "--constraints", metavar="TEXT", help="Additional constraint, such as 'no dependencies'. Repeatable."
        ),
    ] = None,
    tests: Annotated[
        list[str] | None, typer.Option("--tests", metavar="TEXT", help="What the tests must cover. Repeatable.")
    ] = None,
    example: Annotated[
        list[str] | None,
        typer.Option(
            "--example",
            "-e",
            metavar="TEXT",
            help='A call and its result: \'slug("A b") == "a-b"\'. Never changed. Repeatable.',
        ),
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            "--strategy",
            metavar="NAME",
            help="test-driven (tests first), incremental (piece by piece) or template-based (on a skeleton).  "
            "[default: chosen by size and outcomes]",
        ),
    ] = None,
    several_files: Annotated[
        bool | None,
        typer.Option(
            "--several-files/--one-file",
            help="Divide the package into several source files, or keep it to one.  [default: by its words and size]",
            show_default=False,
        ),
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option("--policy", metavar="FILE", help="Hold the package to this policy (docs/audit.md)."),
    ] = None,
    require: Require = None,
    packages_from: PackagesFrom = None,
    packages_policy: PackagesPolicy = None,
    model: ModelName = None,
    candidates: Candidates = None,
    max_refinements: Annotated[
        int | None,
        typer.Option("--max-refinements", metavar="N", help="Rounds of revising after the first run.  [default: 3]"),
    ] = None,
    sandbox: SandboxType = None,
    budget_usd: BudgetUsd = None,
    budget_tokens: BudgetTokens = None,
    budget_seconds: BudgetSeconds = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DIR", help="Write project, report and evidence into this directory."),
    ] = None,
    branch: Branch = None,
    store: StorePath = None,
    _config: Config = None,
    as_json: Json = False,
    events: Events = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Turn a specification into a package: code, tests, documentation, and a measured quality score."""
    from specwright.cli import generate as command

    chosen = flags(model, sandbox, store, (budget_usd, budget_tokens, budget_seconds))
    chosen["code_generation"] = {"candidates": candidates, "max_refinement_iterations": max_refinements}
    chosen["audit"] = {"policy": policy}
    chosen["packages"] = packages_flags(packages_from, packages_policy)
    given = command.GenerateArguments(
        language=lang,
        constraints=tuple(constraints or ()),
        test_requirements=tuple(tests or ()),
        examples=tuple(example or ()),
        strategy=strategy,
        require=tuple(require or ()),
        several_files=several_files,
    )
    places = command.ResultPlaces(out=out, branch=branch, store=store)
    view = command.View(as_json=as_json, events=events, quiet=quiet, verbose=verbose, places=places)
    raise typer.Exit(command.show(command.generate(spec, given, out), chosen, view))
