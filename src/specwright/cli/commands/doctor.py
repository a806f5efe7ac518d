"""`specwright doctor` and `specwright models`."""

from __future__ import annotations

import typer

from specwright.cli.options import Config, Json, StorePath, flags

app = typer.Typer()


@app.command(short_help="Show what this machine has: models, sandboxes, languages.")
def doctor(store: StorePath = None, _config: Config = None, as_json: Json = False) -> None:
    """Show which models, sandboxes and languages this machine has, and how to get the others."""
    from specwright.cli import doctor as command

    raise typer.Exit(command.doctor(flags(None, None, store), as_json))


@app.command()
def models(_config: Config = None, as_json: Json = False) -> None:
    """List the models that can be used here, and how to get others."""
    from specwright.cli import doctor as command

    raise typer.Exit(command.models(flags(None, None, None), as_json))
