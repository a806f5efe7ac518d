"""The commands and their options. What they do lives in the modules that they import when they are called."""

from __future__ import annotations

import sys
from enum import StrEnum
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, Optional

import typer

from specwright import __version__
from specwright.cli.options import language_name, language_of_file, languages_beginning, use_config
from specwright.cli.output import guard_output
from specwright.languages.registry import LANGUAGES

EXIT_TABLE = """\b
Exit status:
    0  verified; or everything checked holds
   10  all tests pass, but the evidence is too thin to call it verified
    1  tests fail
    2  the request cannot be understood
    3  a budget is used up
    4  no model, or none that answers
    5  no sandbox or toolchain
    6  the run store cannot be used
    7  a replay or verification differs from its record
    8  the examples contradict each other
    9  the run waits for your answer
   70  a defect in specwright
   74  the output cannot be written
  130  interrupted
A reader that closes the pipe early does not change the status.
A run that ended with 3, 4, 5, 9 or 130 can be resumed."""

app = typer.Typer(
    name="specwright",
    help="Turn a problem in words into tested code. A language model writes tests and code, a sandbox runs them, and "
    "the evidence decides which of them is wrong.\n\n"
    "Start with: specwright solve 'Return the sum of a list of integers' --example '[1, 2] -> 3'",
    epilog=EXIT_TABLE,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # drawing boxes around the help would take as long as everything else together
    context_settings={"help_option_names": ["-h", "--help"]},
)
config_app = typer.Typer(help="Show the settings in force.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(config_app, name="config")
toolchain_app = typer.Typer(
    help="List or install the tools of a language.", no_args_is_help=True, rich_markup_mode=None
)
app.add_typer(toolchain_app, name="toolchain")
sandbox_app = typer.Typer(help="Build images for the sandbox.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(sandbox_app, name="sandbox")


class Engine(StrEnum):
    DOCKER = "docker"
    PODMAN = "podman"


Json = Annotated[bool, typer.Option("--json", help="Print one JSON document when done.")]
Events = Annotated[bool, typer.Option("--events", help="Print each event as a line of JSON while it happens.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print the code alone, without progress.")]
_LANGUAGES = f"{', '.join(LANGUAGES)}."
Lang = Annotated[
    Optional[str],
    typer.Option(
        "--lang",
        metavar="LANG",
        parser=language_name,
        autocompletion=languages_beginning,
        help=f"{_LANGUAGES}  [default: that of the project here, or python]",
    ),
]
LangOrPython = Annotated[
    str,
    typer.Option("--lang", metavar="LANG", parser=language_name, autocompletion=languages_beginning, help=_LANGUAGES),
]
Config = Annotated[
    Optional[Path],
    typer.Option(
        "--config",
        metavar="FILE",
        callback=use_config,
        is_eager=True,
        help="Settings file.  [default: specwright.toml, specwright.yaml or pyproject.toml, here or above]",
    ),
]
Verbose = Annotated[
    bool, typer.Option("--verbose", "-v", help="Print tests, reasons, notes and cost after the result.")
]
StorePath = Annotated[Optional[Path], typer.Option("--store", metavar="FILE", help="Database of recorded runs.")]
ModelName = Annotated[
    Optional[str],
    typer.Option(
        "--model",
        "-m",
        metavar="MODEL",
        help="auto, openai:NAME, anthropic:NAME, google:NAME, ollama:NAME, http://HOST:PORT/v1#NAME, local, "
        "gguf:FILE or scripted:FILE. `specwright models` lists yours.",
    ),
]
SandboxType = Annotated[
    Optional[str],
    typer.Option("--sandbox", metavar="NAME", help="auto, bubblewrap, namespaces, docker or podman."),
]
BudgetUsd = Annotated[Optional[float], typer.Option("--budget-usd", metavar="N", help="Spending limit in US dollars.")]
BudgetTokens = Annotated[Optional[int], typer.Option("--budget-tokens", metavar="N", help="Limit on tokens.")]
BudgetSeconds = Annotated[Optional[float], typer.Option("--budget-seconds", metavar="N", help="Time limit in seconds.")]
Questions = Annotated[
    Optional[int],
    typer.Option(
        "--questions",
        metavar="N",
        help="How many questions you may be asked.  [default: 2 on a terminal, else 0]",
    ),
]
Interactive = Annotated[bool, typer.Option("--interactive", "-i", help="Ask questions on this terminal, in CI too.")]
AskLater = Annotated[
    bool,
    typer.Option(
        "--ask-later", help="End with the question (exit status 9) instead of waiting; `resume RUN --answer` goes on."
    ),
]
OutDir = Annotated[
    Optional[Path],
    typer.Option("--out", "-o", metavar="DIR", help="Write code, tests, report and evidence into this directory."),
]
RunName = Annotated[str, typer.Argument(metavar="RUN", help="A run's id, the beginning or end of one, or `last`.")]


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
        Optional[str],
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
            help="A call and its result: 'nums=[3,3], target=6 -> [0,1]'. Always taken as right. Repeatable.",
        ),
    ] = None,
    entry_point: Annotated[
        Optional[str],
        typer.Option(
            "--entry-point", metavar="NAME", help="The function's name.  [default: that in the examples, or run_code]"
        ),
    ] = None,
    lang: Lang = None,
    model: ModelName = None,
    candidates: Annotated[
        Optional[int],
        typer.Option(
            "--candidates", "-n", metavar="N", help="Programs to write independently of each other.  [default: 3]"
        ),
    ] = None,
    max_iterations: Annotated[
        Optional[int],
        typer.Option("--max-iterations", metavar="N", help="Rounds of running and revising.  [default: 5]"),
    ] = None,
    questions: Questions = None,
    interactive: Interactive = False,
    ask_later: AskLater = False,
    follow_up: Annotated[
        Optional[str],
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
    store: StorePath = None,
    _config: Config = None,
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
    ask = command.asking(interactive, ask_later)
    view = command.View(as_json=as_json, events=events, quiet=quiet, verbose=verbose, out=out, store=store, ask=ask)
    request = command.Request(problem, tuple(example or ()), entry_point, lang, follow_up)
    raise typer.Exit(command.show(command.solve(request, out), flags, view))


@app.command(epilog=EXIT_TABLE, short_help="Turn a specification into a package with a measured score.")
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
            help='A call and its result: \'slug("A b") == "a-b"\'. Always taken as right. Repeatable.',
        ),
    ] = None,
    strategy: Annotated[
        Optional[str],
        typer.Option(
            "--strategy",
            metavar="NAME",
            help="test-driven (tests first) or incremental (piece by piece).  [default: chosen by size]",
        ),
    ] = None,
    model: ModelName = None,
    candidates: Annotated[
        Optional[int],
        typer.Option(
            "--candidates", "-n", metavar="N", help="Programs to write independently of each other.  [default: 3]"
        ),
    ] = None,
    max_refinements: Annotated[
        Optional[int],
        typer.Option("--max-refinements", metavar="N", help="Rounds of revising after the first run.  [default: 3]"),
    ] = None,
    sandbox: SandboxType = None,
    budget_usd: BudgetUsd = None,
    budget_tokens: BudgetTokens = None,
    budget_seconds: BudgetSeconds = None,
    out: Annotated[
        Optional[Path],
        typer.Option("--out", "-o", metavar="DIR", help="Write project, report and evidence into this directory."),
    ] = None,
    store: StorePath = None,
    _config: Config = None,
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
        language=lang,
        constraints=tuple(constraints or ()),
        test_requirements=tuple(tests or ()),
        examples=tuple(example or ()),
        strategy=strategy,
    )
    view = command.View(as_json=as_json, events=events, quiet=quiet, verbose=verbose, out=out, store=store)
    raise typer.Exit(command.show(command.generate(spec, given, out), flags, view))


@app.command(epilog=EXIT_TABLE, short_help="Continue a run that was stopped.")
def resume(
    run: RunName,
    answer: Annotated[
        Optional[str],
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

    flags = _flags(model, sandbox, store, (budget_usd, budget_tokens, budget_seconds))
    view = command.View(as_json=as_json, events=events, quiet=quiet, verbose=verbose, out=out, store=store)
    raise typer.Exit(command.show(command.resume(run, answer), flags, view))


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

    raise typer.Exit(command.replay(run, _flags(None, sandbox, store), as_json))


@app.command(epilog=EXIT_TABLE, short_help="Check a folder that --out wrote, without a model.")
def verify(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="A folder that --out wrote, on this machine or another.")
    ],
    digest: Annotated[
        Optional[str],
        typer.Option("--digest", metavar="SHA256", help="The sha256 that its manifest must have."),
    ] = None,
    junit: Annotated[
        Optional[Path], typer.Option("--junit", metavar="FILE", help="Write each claim as JUnit XML.")
    ] = None,
    sarif: Annotated[
        Optional[Path], typer.Option("--sarif", metavar="FILE", help="Write differences as SARIF 2.1.0.")
    ] = None,
    sandbox: SandboxType = None,
    _config: Config = None,
    as_json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only differences.")] = False,
) -> None:
    """Check a folder that --out wrote: is it complete and unchanged, and does every claim still hold?"""
    from specwright.cli import verify as command

    view = command.VerifyView(as_json=as_json, quiet=quiet, junit=junit, sarif=sarif)
    raise typer.Exit(command.verify(directory, _flags(None, sandbox, None), digest, view))


@app.command()
def runs(
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="How many to list, newest first.")] = 20,
    search: Annotated[
        Optional[str], typer.Option("--search", metavar="TEXT", help="Only runs with this in problem, state or id.")
    ] = None,
    lang: Annotated[
        Optional[str], typer.Option("--lang", metavar="LANG", parser=language_name, help="Only this language.")
    ] = None,
    verified: Annotated[
        Optional[bool], typer.Option("--verified/--not-verified", help="Only runs that are, or are not, verified.")
    ] = None,
    store: StorePath = None,
    _config: Config = None,
    as_json: Json = False,
) -> None:
    """List the recorded runs with verdict, probability, language, time and cost."""
    from specwright.cli import runs as command

    wanted = command.RunFilter(search, lang, verified)
    raise typer.Exit(command.runs(limit, wanted, _flags(None, None, store), as_json))


@app.command(short_help="Show a recorded run: code, tests, reasons and cost.")
def show(
    run: RunName,
    why: Annotated[bool, typer.Option("--why", help="Show round by round what was found wrong, and why.")] = False,
    code: Annotated[bool, typer.Option("--code", help="Print the code alone.")] = False,
    events: Events = False,
    out: OutDir = None,
    store: StorePath = None,
    _config: Config = None,
    as_json: Json = False,
) -> None:
    """Show a recorded run: code, tests, reasons and cost."""
    from specwright.cli import runs as command

    view = command.ShowView(why=why, code=code, events=events, as_json=as_json, out=out)
    raise typer.Exit(command.show(run, _flags(None, None, store), view))


@app.command(short_help="Show what this machine has: models, sandboxes, languages.")
def doctor(store: StorePath = None, _config: Config = None, as_json: Json = False) -> None:
    """Show which models, sandboxes and languages this machine has, and how to get the others."""
    from specwright.cli import doctor as command

    raise typer.Exit(command.doctor(_flags(None, None, store), as_json))


@app.command()
def models(_config: Config = None, as_json: Json = False) -> None:
    """List the models that can be used here, and how to get others."""
    from specwright.cli import doctor as command

    raise typer.Exit(command.models(_flags(None, None, None), as_json))


@app.command("exec", short_help="Run one untrusted program in the sandbox.")
def exec_file(
    file: Annotated[Path, typer.Argument(help="The program to run.")],
    lang: Annotated[
        Optional[str],
        typer.Option(
            "--lang",
            metavar="LANG",
            parser=language_name,
            autocompletion=languages_beginning,
            help="The language of the program.  [default: by the file's name]",
        ),
    ] = None,
    stdin: Annotated[
        Optional[str],
        typer.Option("--stdin", metavar="TEXT", help="The program's input; @FILE for a file, - for this input."),
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", metavar="N", min=0.1, help="Time limit in seconds.")] = 30.0,
    memory: Annotated[str, typer.Option("--memory", metavar="SIZE", help="Memory limit.")] = "512m",
    sandbox: SandboxType = None,
    _config: Config = None,
    as_json: Json = False,
) -> None:
    """Run one untrusted program in the sandbox. Exit with its status, or with 124 if its time is up."""
    from specwright.cli import exec_command as command

    settings = command.settings_for(_flags(None, sandbox, None))
    raise typer.Exit(
        command.run_exec(
            file,
            language=lang or language_of_file(file),
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
    lang: LangOrPython = "python",
    bugs: Annotated[int, typer.Option("--bugs", min=0, help="How many bugs to seed; its tests should notice.")] = 12,
    sandbox: SandboxType = None,
    _config: Config = None,
    as_json: Json = False,
) -> None:
    """Measure a project that is already there: its tests, coverage, style, types, complexity, documentation, security.

    Exit status 0 when it passes every gate, 1 when it does not.
    """
    from specwright.cli import check as command

    raise typer.Exit(command.check(folder, lang, _flags(None, sandbox, None), bugs, as_json))


@toolchain_app.command("list")
def toolchain_list(as_json: Json = False) -> None:
    """List the languages with the tools found for them, or how to get those."""
    from specwright.cli import toolchain as command

    raise typer.Exit(command.show(as_json))


@toolchain_app.command("install")
def toolchain_install(
    lang: Annotated[str, typer.Argument(metavar="LANG", parser=language_name, help=_LANGUAGES)],
) -> None:
    """Install a language's tools if that needs no root; else show the command that does."""
    from specwright.cli import toolchain as command

    raise typer.Exit(command.fetch(lang))


@sandbox_app.command("build")
def sandbox_build(
    engine: Annotated[Engine, typer.Option("--engine", help="The container engine.")] = Engine.DOCKER,
    lang: LangOrPython = "python",
    image: Annotated[Optional[str], typer.Option("--image", help="The image's name.")] = None,
    registry: Annotated[bool, typer.Option("--registry", help="Start from a registry's image instead.")] = False,
) -> None:
    """Build the image in which docker or podman runs a language, from this machine's files. Nothing is pulled."""
    from specwright.cli import exec_command as command

    raise typer.Exit(command.run_sandbox_build(engine.value, lang, image=image, registry=registry))


@config_app.command("show")
def config_show(_config: Config = None, as_json: Json = False) -> None:
    """Show the settings in force and where they come from."""
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
