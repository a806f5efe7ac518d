"""`specwright check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from specwright.cli.options import Config, Json, Lang, SandboxType, flags

app = typer.Typer()
_DEPENDENCIES = (
    "The project's dependencies: a virtual environment, node_modules, a Go module cache or a folder of .jar files.  "
    "[default: .venv or node_modules in the project]"
)


@app.command(short_help="Measure the quality of an existing project.")
def check(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a project.")],
    lang: Lang = None,
    deps: Annotated[
        Path | None, typer.Option("--deps", metavar="FOLDER", help=_DEPENDENCIES, show_default=False)
    ] = None,
    bugs: Annotated[
        int, typer.Option("--bugs", metavar="N", min=0, help="How many bugs to put in, to see if its tests notice.")
    ] = 12,
    seconds: Annotated[
        float, typer.Option("--timeout", metavar="SECONDS", help="Time limit for one run of its tests.")
    ] = 120,
    sandbox: SandboxType = None,
    _config: Config = None,
    as_json: Json = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Print every finding.")] = False,
) -> None:
    """Measure an existing project: tests, coverage, style, types, complexity, documentation and security.

    Its code and its tests run in the sandbox. The exit status is 0 if it passes every gate, else 1.
    """
    from specwright.cli import check as command

    options = command.CheckOptions(lang, deps, bugs, seconds, as_json, verbose)
    raise typer.Exit(command.check(folder, options, flags(None, sandbox, None)))
