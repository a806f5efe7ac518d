"""`specwright exec`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from specwright.cli.options import (
    Config,
    Json,
    SandboxType,
    flags,
    language_name,
    language_of_file,
    languages_beginning,
)

app = typer.Typer()


@app.command("exec", short_help="Run one untrusted program in the sandbox.")
def exec_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The program to run.")],
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang",
            metavar="LANG",
            parser=language_name,
            autocompletion=languages_beginning,
            help="The language of the program.  [default: by the file's name]",
        ),
    ] = None,
    stdin: Annotated[
        str | None,
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

    settings = command.settings_for(flags(None, sandbox, None))
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
