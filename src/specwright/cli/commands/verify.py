"""`specwright verify`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from specwright.cli.options import EXIT_TABLE, Config, Json, SandboxType, flags

app = typer.Typer()


@app.command(epilog=EXIT_TABLE, short_help="Check a folder that --out wrote, without a model.")
def verify(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="A folder that --out wrote, on this machine or another.")
    ],
    digest: Annotated[
        str | None,
        typer.Option("--digest", metavar="SHA256", help="The sha256 that its manifest must have."),
    ] = None,
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write each claim as JUnit XML.")
    ] = None,
    sarif: Annotated[
        Path | None, typer.Option("--sarif", metavar="FILE", help="Write differences as SARIF 2.1.0.")
    ] = None,
    sandbox: SandboxType = None,
    _config: Config = None,
    as_json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only differences.")] = False,
) -> None:
    """Check a folder that --out wrote: is it complete and unchanged, and does every claim still hold?"""
    from specwright.cli import verify as command

    view = command.VerifyView(as_json=as_json, quiet=quiet, junit=junit, sarif=sarif)
    raise typer.Exit(command.verify(directory, flags(None, sandbox, None), digest, view))
