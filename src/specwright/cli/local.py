"""Before `--model local` is used: offer the better model once, if there is a terminal."""

from __future__ import annotations

import sys

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn, TransferSpeedColumn

from specwright.client.local_model import HubModel, Offer, obtain_local_model
from specwright.config import Settings


def prepare_local(settings: Settings) -> None:
    """Fetch the weights for the model `local` if the user agrees. Raise ModelError.

    Without a terminal nothing is fetched from the hub, and the small packaged model is used.
    """
    if not sys.stdin.isatty():
        return
    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr)) as bar:
        task = bar.add_task("fetching", start=False, visible=False)

        def progress(have: int, size: int | None) -> None:
            bar.start_task(task)
            bar.update(task, completed=have, total=size, visible=True)

        def consent(model: HubModel, offered: Offer) -> bool:
            bar.stop()
            size = f"{offered.size / 1e6:,.0f} MB" if offered.size else "of unknown size"
            typer.echo(
                f"A better code model can be fetched once: {model.name} ({size}, licence {model.licence}).", err=True
            )
            # Not typer.confirm, which writes a blank to standard output: that belongs to the result.
            typer.echo("Fetch it now? [y/N] ", nl=False, err=True)
            agreed = sys.stdin.readline().strip().lower() in ("y", "yes")
            bar.start()
            return agreed

        obtain_local_model(settings, consent, progress)
