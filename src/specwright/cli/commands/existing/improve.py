"""`specwright refactor`, `optimise`, `fix`, `extend`, `improve`, `apply` and `undo`: changes of existing code."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NoReturn, get_type_hints

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


def _shared(
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
) -> None: ...


def _with_shared(own: Callable[..., None]) -> Callable[..., None]:
    """Return the command with the shared options behind its own; it gets them by their names."""
    parts = []
    for function in (own, _shared):
        hints = get_type_hints(function, include_extras=True)
        for param in inspect.signature(function).parameters.values():
            if param.kind is not param.VAR_KEYWORD:
                kind = inspect.Parameter.KEYWORD_ONLY
                parts.append(param.replace(annotation=hints[param.name], kind=kind))

    @functools.wraps(own)
    def command(**given: Any) -> None:
        own(**given)

    command.__signature__ = inspect.Signature(parts, return_annotation=None)  # type: ignore[attr-defined]
    command.__annotations__ = {param.name: param.annotation for param in parts}
    return command


def _run(verb: str, place: str, goal: str, given: dict[str, Any], **more: Any) -> NoReturn:
    from specwright.cli.improving import change as command
    from specwright.cli.solve import ResultPlaces, View
    from specwright.core.existing.request import ChangeVerb

    request = ("inputs", "seed", "tolerance", "bugs", "figures", "attempts")
    names = {name: given[name] for name in request}
    arguments = command.ChangeArguments(
        verb=ChangeVerb(verb),
        place=place,
        goal=goal,
        proposed=given["proposed"],
        record=given["record"],
        more={**names, "dependencies": given["deps"], "language": given["lang"], **more},
        dry_run=given["dry_run"],
    )
    view = View(
        **{name: given[name] for name in ("as_json", "events", "quiet", "verbose")},
        places=ResultPlaces(branch=given["branch"], store=given["store"], apply=given["apply"]),
    )
    budget = (given["budget_usd"], given["budget_tokens"], given["budget_seconds"])
    chosen = flags(given["model"], given["sandbox"], given["store"], budget)
    raise typer.Exit(command.change(arguments, chosen, view))


@app.command(cls=WithBranch, epilog=EXIT, short_help="Write code otherwise, and show that it behaves as before.")
@_with_shared
def refactor(place: Place, goal: Goal = "", **given: Any) -> None:
    """Write a function, class or file otherwise and compare the new version with the old one (docs/existing.md).

    Both run side by side on generated inputs, on the project's own tests and on recorded calls. Nothing outside of PATH
    is changed, and nothing at all is written without --apply or --branch.
    """
    _run("refactor", place, goal, given)


@app.command(cls=WithBranch, epilog=EXIT, short_help="Make code measurably faster, and show that it behaves as before.")
@_with_shared
def optimise(place: Place, goal: Goal = "", **given: Any) -> None:
    """Make a function or file faster: the new version behaves as before and is timed beside the old one.

    Both are called with the same inputs of growing size, in turns. A version that is not measurably better is
    discarded. A goal that speaks of memory, and not of speed, is measured by memory.
    """
    _run("optimise", place, goal, given)


@app.command(cls=WithBranch, epilog=EXIT, short_help="Repair a fault that a failing test or a report shows.")
@_with_shared
def fix(
    place: Place,
    failing: Annotated[
        list[str] | None,
        typer.Option("--failing", metavar="TEST", help="A failing test that has to pass. Repeatable.  [default: all]"),
    ] = None,
    report: Annotated[
        str,
        typer.Option("--report", metavar="TEXT", help="What is wrong, in words. A test for it is written first."),
    ] = "",
    **given: Any,
) -> None:
    """Reproduce a fault by a failing test, and then repair it with the smallest change.

    A report becomes a test first, which is kept. The repair that passes everything and changes least of what was
    observed wins. What else it changes is listed.
    """
    _run("fix", place, report, given, failing=tuple(failing or ()), report=report)


@app.command(cls=WithBranch, epilog=EXIT, short_help="Add to existing code, with tests; the old behaves as before.")
@_with_shared
def extend(
    place: Place,
    spec: Annotated[str, typer.Option("--spec", metavar="TEXT", help="What is to be added, or a file that says it.")],
    **given: Any,
) -> None:
    """Add a function, an option or a module to an existing project, in its style and with its tests among its own.

    The new tests pass, fail without the change, and all that was there behaves as before.
    """
    from specwright.cli.solve import read_problem

    _run("extend", place, read_problem(spec), given)


@app.command(cls=WithBranch, epilog=EXIT, short_help="Refactor, optimise, fix or extend, as the goal says.")
@_with_shared
def improve(
    place: Place,
    goal: Annotated[str, typer.Option("--goal", metavar="TEXT", help="What is to become better, in words.")],
    **given: Any,
) -> None:
    """Choose one of the commands on existing code by the words of the goal, say which, and do it."""
    from specwright.core.existing.request import ChangeVerb
    from specwright.core.existing.verbs import chosen_verb

    verb, words = chosen_verb(goal)
    why = f"the goal says {words!r}" if words else "nothing in the goal says otherwise"
    typer.echo(f"specwright: {verb.value}, because {why}; another command does otherwise", err=True)
    report = {"report": goal} if verb is ChangeVerb.FIX else {}
    _run(verb.value, place, goal, given, **report)


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
