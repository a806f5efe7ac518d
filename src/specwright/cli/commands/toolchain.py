"""`specwright toolchain`."""

from __future__ import annotations

from typing import Annotated

import typer

from specwright.cli.options import LANGUAGE_NAMES, Json, language_name

app = typer.Typer(
    name="toolchain", help="List or install the tools of a language.", no_args_is_help=True, rich_markup_mode=None
)


@app.command("list", short_help="List the languages and the tools found for them.")
def toolchain_list(as_json: Json = False) -> None:
    """List the languages with the tools found for them, or how to get those."""
    from specwright.cli import toolchain as command

    raise typer.Exit(command.show(as_json))


@app.command("install", short_help="Install the tools of a language.")
def toolchain_install(
    lang: Annotated[str, typer.Argument(metavar="LANG", parser=language_name, help=LANGUAGE_NAMES)],
) -> None:
    """Install a language's tools if that needs no root; else show the command that does."""
    from specwright.cli import toolchain as command

    raise typer.Exit(command.fetch(lang))
