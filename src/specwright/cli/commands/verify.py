"""`specwright verify` and `specwright sign`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from specwright.cli.options import EXIT_TABLE, Config, Json, PackagesFrom, SandboxType, flags, packages_flags

app = typer.Typer()


@app.command(epilog=EXIT_TABLE, short_help="Check a folder that --out wrote, without a model.")
def verify(
    directory: Annotated[
        Path | None,
        typer.Argument(
            metavar="DIR",
            help="A folder that --out wrote, on this machine or another; with --commit, the repository.",
        ),
    ] = None,
    commit: Annotated[
        str | None,
        typer.Option("--commit", metavar="REV", help="Check the evidence in a commit that --branch made."),
    ] = None,
    digest: Annotated[
        str | None,
        typer.Option("--digest", metavar="SHA256", help="The sha256 that its manifest must have."),
    ] = None,
    signers: Annotated[
        Path | None,
        typer.Option(
            "--signers",
            metavar="FILE",
            help="The signers that you trust, one of whom must have signed it: lines of NAME KEYTYPE KEY.",
        ),
    ] = None,
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write each claim as JUnit XML.")
    ] = None,
    sarif: Annotated[
        Path | None, typer.Option("--sarif", metavar="FILE", help="Write differences as SARIF 2.1.0.")
    ] = None,
    packages_from: PackagesFrom = None,
    sandbox: SandboxType = None,
    _config: Config = None,
    as_json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only differences.")] = False,
) -> None:
    """Check a folder that --out wrote, or a commit that --branch made.

    Is it complete and unchanged, and does every claim still hold?
    """
    from specwright.cli import verify as command

    view = command.VerifyView(as_json=as_json, quiet=quiet, junit=junit, sarif=sarif)
    chosen = {**flags(None, sandbox, None), "packages": packages_flags(packages_from)}
    raise typer.Exit(command.verify(directory, chosen, command.Demands(digest, signers, commit), view))


@app.command(epilog=EXIT_TABLE, short_help="Sign a folder that --out wrote, with an SSH key.")
def sign(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that --out wrote.")],
    key: Annotated[
        Path | None,
        typer.Option(
            "--key",
            metavar="FILE",
            help="The private key, or the public one of a key in ssh-agent.  [default: the setting signing.key]",
            show_default=False,
        ),
    ] = None,
    _config: Config = None,
    as_json: Json = False,
) -> None:
    """Sign a folder that --out wrote, if it is whole and unchanged, by `ssh-keygen -Y sign`. Nothing is executed.

    \b
    specwright sign result/ --key ~/.ssh/id_ed25519
    specwright verify result/ --signers allowed_signers
    """
    from specwright.cli import verify as command

    raise typer.Exit(command.sign(directory, key, as_json))
