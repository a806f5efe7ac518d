"""`specwright memory`: what verified runs taught."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from specwright.cli.options import EXIT_TABLE, Config, Json, SandboxType, StorePath, flags

app = typer.Typer(
    name="memory",
    help="Show, search, export, import or forget what verified runs taught (docs/memory.md).",
    short_help="Show and manage what verified runs taught.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog=EXIT_TABLE,
)

Kind = Annotated[str | None, typer.Option("--kind", metavar="KIND", help="Only pattern, correction or practice.")]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, help="The most entries that are listed.")]
EntryName = Annotated[str, typer.Argument(metavar="ID", help="The id of an entry, or its beginning.")]
Bundle = Annotated[Path, typer.Argument(metavar="FILE", help="The file of the bundle.")]


@app.command("list")
def list_entries(
    kind: Kind = None, limit: Limit = 50, store: StorePath = None, _config: Config = None, as_json: Json = False
) -> None:
    """List the entries, the newest first, with what became of the runs that used them."""
    from specwright.cli.memory import command

    raise typer.Exit(command.show_list(kind, limit, flags(None, None, store), as_json))


@app.command()
def show(entry: EntryName, store: StorePath = None, _config: Config = None, as_json: Json = False) -> None:
    """Show one entry: its words, its code, its tests, and the run that taught it."""
    from specwright.cli.memory import command

    raise typer.Exit(command.show_entry(entry, flags(None, None, store), as_json))


@app.command()
def search(
    words: Annotated[str, typer.Argument(metavar="WORDS", help="The words to look for.")],
    limit: Limit = 20,
    store: StorePath = None,
    _config: Config = None,
    as_json: Json = False,
) -> None:
    """List the entries that share words with a text, the best match first."""
    from specwright.cli.memory import command

    raise typer.Exit(command.show_search(words, limit, flags(None, None, store), as_json))


@app.command()
def forget(
    entries: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="The ids of entries.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Forget every entry of this project.")] = False,
    store: StorePath = None,
    _config: Config = None,
    as_json: Json = False,
) -> None:
    """Erase what entries say. Their hashes stay, and they are not learned again."""
    from specwright.cli.memory import command

    raise typer.Exit(command.forget(entries or [], everything, flags(None, None, store), as_json))


@app.command()
def export(
    file: Bundle,
    key: Annotated[
        Path | None,
        typer.Option("--key", metavar="FILE", help="The SSH key to sign with.  [default: the setting signing.key]"),
    ] = None,
    store: StorePath = None,
    _config: Config = None,
    as_json: Json = False,
) -> None:
    """Write the patterns to a bundle, a JSON text that can be read, and its signature to FILE.sig."""
    from specwright.cli.memory import command

    raise typer.Exit(command.export(file, key, flags(None, None, store), as_json))


@app.command("import")
def import_bundle(
    file: Bundle,
    signers: Annotated[
        Path | None,
        typer.Option("--signers", metavar="FILE", help="The signers that you trust: lines of NAME KEYTYPE KEY."),
    ] = None,
    unsigned: Annotated[bool, typer.Option("--unsigned", help="Import it without a signature.")] = False,
    shared: Annotated[bool, typer.Option("--shared", help="Into the memory that all projects may use.")] = False,
    sandbox: SandboxType = None,
    store: StorePath = None,
    _config: Config = None,
    as_json: Json = False,
) -> None:
    """Take in the patterns of a bundle. Each entry's tests run again here; one that fails is refused."""
    from specwright.cli.memory import command

    source = command.BundleSource(file, signers, unsigned, shared)
    raise typer.Exit(command.import_bundle(source, flags(None, sandbox, store), as_json))


@app.command()
def stats(store: StorePath = None, _config: Config = None, as_json: Json = False) -> None:
    """Show how much there is, and how often it helped."""
    from specwright.cli.memory import command

    raise typer.Exit(command.show_stats(flags(None, None, store), as_json))
