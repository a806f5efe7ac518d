"""`specwright sandbox`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from specwright.cli.options import LangOrPython

app = typer.Typer(name="sandbox", help="Build images for the sandbox.", no_args_is_help=True, rich_markup_mode=None)


class Engine(StrEnum):
    DOCKER = "docker"
    PODMAN = "podman"


@app.command("build", short_help="Build the image of a language for docker or podman.")
def sandbox_build(
    engine: Annotated[Engine, typer.Option("--engine", help="The container engine.")] = Engine.DOCKER,
    lang: LangOrPython = "python",
    image: Annotated[str | None, typer.Option("--image", metavar="NAME", help="The image's name.")] = None,
    registry: Annotated[bool, typer.Option("--registry", help="Start from a registry's image instead.")] = False,
) -> None:
    """Build the image in which docker or podman runs a language, from this machine's files. Nothing is pulled."""
    from specwright.cli import exec_command as command

    raise typer.Exit(command.run_sandbox_build(engine.value, lang, image=image, registry=registry))
