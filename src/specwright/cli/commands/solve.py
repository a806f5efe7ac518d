"""`specwright solve`."""

from __future__ import annotations

from typing import Annotated

import typer

from specwright.cli.options import (
    EXIT_TABLE,
    AskLater,
    Branch,
    BudgetSeconds,
    BudgetTokens,
    BudgetUsd,
    Candidates,
    Config,
    Events,
    Interactive,
    Json,
    Lang,
    ModelName,
    OutDir,
    PackagesFrom,
    PackagesPolicy,
    Questions,
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


@app.command(cls=WithBranch, epilog=EXIT_TABLE, short_help="Turn a coding problem into tested code.")
def solve(
    problem: Annotated[
        str | None,
        typer.Argument(
            metavar="PROBLEM",
            help="The problem in words, a file with it, or - for standard input. With --follow-up, an earlier run.",
        ),
    ] = None,
    example: Annotated[
        list[str] | None,
        typer.Option(
            "--example",
            "-e",
            metavar="TEXT",
            help="A call and its result: 'nums=[3,3], target=6 -> [0,1]'. Never changed. Repeatable.",
        ),
    ] = None,
    entry_point: Annotated[
        str | None,
        typer.Option(
            "--entry-point", metavar="NAME", help="The function's name.  [default: that in the examples, or run_code]"
        ),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind", metavar="KIND", help="function, program, class or service.  [default: what the words ask for]"
        ),
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            "--strategy",
            metavar="NAME",
            help="test-driven, template-based (known problems) or pattern-recognition (the memory).  [default: chosen]",
        ),
    ] = None,
    lang: Lang = None,
    require: Require = None,
    packages_from: PackagesFrom = None,
    packages_policy: PackagesPolicy = None,
    model: ModelName = None,
    candidates: Candidates = None,
    max_iterations: Annotated[
        int | None,
        typer.Option("--max-iterations", metavar="N", help="Rounds of running and revising.  [default: 5]"),
    ] = None,
    questions: Questions = None,
    interactive: Interactive = False,
    ask_later: AskLater = False,
    follow_up: Annotated[
        str | None,
        typer.Option(
            "--follow-up",
            metavar="TEXT",
            help="Correct an earlier run (PROBLEM, or the last one): 'no, return the values'. Keeps its examples.",
        ),
    ] = None,
    sandbox: SandboxType = None,
    budget_usd: BudgetUsd = None,
    budget_tokens: BudgetTokens = None,
    budget_seconds: BudgetSeconds = None,
    out: OutDir = None,
    branch: Branch = None,
    store: StorePath = None,
    _config: Config = None,
    as_json: Json = False,
    events: Events = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Turn a coding problem into a tested function, program, class or service.

    \b
    specwright solve 'Return the n-th Fibonacci number' -e 'fib(10) == 55'
    specwright solve problem.md --lang go --out result/
    """
    from specwright.cli import solve as command

    chosen = flags(model, sandbox, store, (budget_usd, budget_tokens, budget_seconds))
    chosen["code_generation"] = {
        "candidates": candidates,
        "max_iterations": max_iterations,
        "questions": questions,
    }
    chosen["packages"] = packages_flags(packages_from, packages_policy)
    ask = command.asking(interactive, ask_later)
    places = command.ResultPlaces(out=out, branch=branch, store=store)
    view = command.View(as_json=as_json, events=events, quiet=quiet, verbose=verbose, places=places, ask=ask)
    request = command.Request(
        problem, tuple(example or ()), entry_point, lang, follow_up, kind, tuple(require or ()), strategy
    )
    raise typer.Exit(command.show(command.solve(request, out), chosen, view))
