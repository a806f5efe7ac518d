"""The options that commands share, and the settings that they stand for."""

from __future__ import annotations

import itertools
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from specwright.core.errors import UserError
from specwright.languages.registry import LANGUAGES, ROWS

EXIT_TABLE = """\b
Exit status:
    0  verified; or everything checked holds
   10  no test fails, but the evidence is too thin to call it verified
   11  unconfirmed: all evidence agrees, but no example of yours confirms it
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

_ALIASES: Final = {tag: name for name, row in ROWS.items() for tag in (name, *row.fence_tags)}
_MOST_FILES: Final = 2_000
"""Files of a project that are looked at to know its language."""
_PROJECT_FILES: Final = {file: name for name, row in ROWS.items() for file in row.project_files}


def language_name(text: str) -> str:
    """Return the language that a name in any case, or a usual short form such as `js`, stands for."""
    name = _ALIASES.get(text.lower())
    if name is None:
        raise typer.BadParameter(f"{text!r} is not one of {', '.join(LANGUAGES)}.")
    return name


def languages_beginning(incomplete: str) -> list[str]:
    """Return the names that complete the typed text."""
    return [name for name in LANGUAGES if name.startswith(incomplete.lower())]


def language_of_project(folder: Path) -> tuple[str, str] | None:
    """Return the language of the project in a folder and the file that shows it; None unless there is just one."""
    found = {name: language for name, language in _PROJECT_FILES.items() if (folder / name).is_file()}
    languages = [name for name in ROWS if name in found.values()]
    # A project has the files of the language that its own builds on as well; that one's row comes first.
    if len({ROWS[name].program for name in languages}) != 1:
        return None
    language = languages[-1]
    return language, next(name for name in found if found[name] == language)


def language_of_sources(folder: Path) -> str:
    """Return the language of most files in a folder and in the folders of it; Python if there are none."""
    names = itertools.islice(itertools.chain(folder.glob("*.*"), folder.glob("*/*.*")), _MOST_FILES)
    endings = Counter(path.suffix for path in names)
    counts = {name: sum(endings[ending] for ending in row.extensions) for name, row in ROWS.items()}
    most = max(counts, key=lambda name: counts[name])
    return most if counts[most] else "python"


def project_language() -> str:
    """Return the language of the project in the working directory, or Python. Print a note if it is not Python."""
    language, file = language_of_project(Path.cwd()) or ("python", "")
    if language != "python":
        print(f"specwright: writing {language} because of {file} (choose another with --lang)", file=sys.stderr)
    return language


def language_of_file(path: Path) -> str:
    """Return the language that a file's name ends with; Python if it has no ending. Raise UserError for another one."""
    found = next((name for name, row in ROWS.items() if path.suffix in row.extensions), None)
    if found is None and path.suffix:
        raise UserError(f"the ending {path.suffix} of {path} belongs to no language", hint="name it with --lang")
    return found or "python"


def use_config(path: Path | None) -> None:
    """Set the settings file for this process and those that it starts."""
    if path is not None:
        os.environ["SPECWRIGHT_CONFIG"] = str(path)


Json = Annotated[bool, typer.Option("--json", help="Print one JSON document when done.")]
Events = Annotated[bool, typer.Option("--events", help="Print each event as a line of JSON while it happens.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print the code alone, without progress.")]
LANGUAGE_NAMES = f"{', '.join(LANGUAGES)}."
Lang = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANG",
        parser=language_name,
        autocompletion=languages_beginning,
        help=f"{LANGUAGE_NAMES}  [default: that of the project here, or python]",
    ),
]
LangOrPython = Annotated[
    str,
    typer.Option(
        "--lang", metavar="LANG", parser=language_name, autocompletion=languages_beginning, help=LANGUAGE_NAMES
    ),
]
Config = Annotated[
    Path | None,
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
StorePath = Annotated[
    str | None,
    typer.Option("--store", metavar="PLACE", help="Database of recorded runs: a file, or postgresql://USER@HOST/NAME."),
]
ModelName = Annotated[
    str | None,
    typer.Option(
        "--model",
        "-m",
        metavar="MODEL",
        help="auto, openai:NAME, anthropic:NAME, google:NAME, ollama:NAME, http://HOST:PORT/v1#NAME, local, "
        "gguf:FILE or scripted:FILE. `specwright models` lists yours.",
    ),
]
SandboxType = Annotated[
    str | None,
    typer.Option("--sandbox", metavar="NAME", help="auto, bubblewrap, namespaces, docker, podman, or a plugin's."),
]
Candidates = Annotated[
    int | None,
    typer.Option("--candidates", "-n", metavar="N", help="Programs to write at once.  [default: one, then as needed]"),
]
BudgetUsd = Annotated[float | None, typer.Option("--budget-usd", metavar="N", help="Spending limit in US dollars.")]
BudgetTokens = Annotated[int | None, typer.Option("--budget-tokens", metavar="N", help="Limit on tokens.")]
BudgetSeconds = Annotated[float | None, typer.Option("--budget-seconds", metavar="N", help="Time limit in seconds.")]
Questions = Annotated[
    int | None,
    typer.Option(
        "--questions",
        metavar="N",
        help="How many questions you may be asked.  [default: 5 on a terminal, else 0]",
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
    Path | None,
    typer.Option("--out", "-o", metavar="DIR", help="Write code, tests, report and evidence into this directory."),
]
Branch = Annotated[
    str | None,
    typer.Option(
        "--branch",
        metavar="[NAME]",
        help="Commit the result on a new branch; the index and the working tree stay as they are.  "
        "[default name: specwright/RUN]",
        show_default=False,
    ),
]


class WithBranch(TyperCommand):
    """A command whose option `--branch` may stand without a name."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [*map(_named_branch, args, [*args[1:], "-"])])


def _named_branch(word: str, following: str) -> str:
    return "--branch=" if word == "--branch" and following.startswith("-") else word


class WithDefault(TyperGroup):
    """Commands of which the hidden one named `run` is meant if none is named: `specwright runs` lists runs."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        named = args and (args[0] in self.commands or args[0] in ctx.help_option_names)
        return super().parse_args(ctx, args if named else ["run", *args])

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Show the options of the command that is meant, and the further commands."""
        meant = self.commands["run"]
        meant.format_help(type(ctx)(meant, info_name=ctx.info_name, parent=ctx.parent), formatter)
        self.format_commands(ctx, formatter)


Require = Annotated[
    list[str] | None,
    typer.Option(
        "--require",
        "-r",
        metavar="PACKAGE",
        help="A third-party package that the code may use: pandas, 'requests>=2', lodash@4. Repeatable.",
    ),
]
PackagesFrom = Annotated[
    Path | None,
    typer.Option(
        "--packages-from",
        metavar="DIR",
        help="Take required packages from this folder of wheels or npm tarballs, not from the registry.",
    ),
]
PackagesPolicy = Annotated[
    str | None,
    typer.Option(
        "--packages-policy",
        metavar="FILE",
        help="A policy whose lists approve and deny packages, as `specwright audit` takes it.",
    ),
]


def packages_flags(source: Path | None, policy: str | None = None) -> dict[str, Any]:
    """Return where packages come from, as settings."""
    return {"source": source, "policy": policy}


RunName = Annotated[str, typer.Argument(metavar="RUN", help="A run's id, the beginning or end of one, or `last`.")]


def flags(
    model: str | None,
    sandbox: str | None,
    store: str | None,
    budget: tuple[float | None, int | None, float | None] = (None, None, None),
) -> dict[str, dict[str, Any]]:
    """Return the options as settings. An option that is None is left to the settings file."""
    usd, tokens, seconds = budget
    return {
        "llm_config": {"model": model},
        "sandbox_config": {"type": sandbox},
        "store": {"path": store},
        "budget": {"usd": usd, "tokens": tokens, "seconds": seconds},
    }
