"""`specwright config`."""

from __future__ import annotations

import typer

from specwright.cli.options import Config, Json

app = typer.Typer(name="config", help="Show the settings in force.", no_args_is_help=True, rich_markup_mode=None)


@app.command("show")
def config_show(_config: Config = None, as_json: Json = False) -> None:
    """Show the settings in force and where they come from."""
    from specwright.cli import settings as command

    raise typer.Exit(command.show_settings(as_json))
