"""`specwright check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from specwright.cli.options import Config, Json, LangOrPython, SandboxType, flags

app = typer.Typer()


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

    raise typer.Exit(command.check(folder, lang, flags(None, sandbox, None), bugs, as_json))
