"""`specwright memory`: list, show, search, forget, export, import and stats."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from rich.console import Console
from rich.text import Text

from specwright.cli.screens.failure import explain_json
from specwright.cli.screens.terminal import open_console, print_item, print_source
from specwright.cli.session import run_until_done
from specwright.client.asynchronous import AsyncClient
from specwright.client.memory import ProjectMemory
from specwright.config import load_settings
from specwright.core.errors import SpecwrightError, UserError
from specwright.core.memory.entry import Correction, LearnedPattern, Practice, StoredMemory
from specwright.core.program.data import show as show_data
from specwright.core.text import counted, printable, shortened

T = TypeVar("T")
Flags = dict[str, dict[str, Any]]
_WIDTH = 76


class BundleSource(NamedTuple):
    file: Path
    signers: Path | None
    unsigned: bool
    shared: bool


def _ask(flags: Flags, work: Callable[[ProjectMemory], Awaitable[T]]) -> T:
    async def ask() -> T:
        async with AsyncClient(load_settings(flags)) as client:
            return await work(client.memory)

    return run_until_done(ask())


def _answer(flags: Flags, as_json: bool, work: Callable[[ProjectMemory], Awaitable[T]]) -> T | int:
    """Return what the work returns, or with --json the exit status of an error that was printed."""
    try:
        return _ask(flags, work)
    except SpecwrightError as error:
        if as_json:
            return explain_json(error)
        raise


def show_list(kind: str | None, limit: int, flags: Flags, as_json: bool) -> int:
    """List the entries."""
    found = _answer(flags, as_json, lambda memory: memory.list(kind, limit))
    return found if isinstance(found, int) else _print_all(found, as_json, "The memory of this project is empty.")


def show_search(words: str, limit: int, flags: Flags, as_json: bool) -> int:
    """List the entries that share words with a text."""
    found = _answer(flags, as_json, lambda memory: memory.search(words, limit))
    return found if isinstance(found, int) else _print_all(found, as_json, "No entry has any of these words.")


def show_entry(name: str, flags: Flags, as_json: bool) -> int:
    """Show one entry."""
    found = _answer(flags, as_json, lambda memory: memory.show(name))
    if isinstance(found, int):
        return found
    if as_json:
        print(json.dumps(_document(found)))
        return 0
    console = open_console()
    _print_line(console, found)
    entry = found.entry
    print_item(console, f"learned from run {entry.run_id} at {entry.learned_at}", 2)
    if entry.source:
        print_item(console, f"imported: {entry.source}", 2)
    lesson = entry.lesson
    if isinstance(lesson, LearnedPattern):
        print_item(console, lesson.problem, 2)
        print_source(console, lesson.code, lesson.language)
        for test in lesson.tests:
            call = ", ".join(f"{key}={show_data(value)}" for key, value in test.inputs.items())
            print_item(console, f"{lesson.signature.name}({call}) -> {test.expected}", 2)
    elif isinstance(lesson, Correction):
        print_item(console, f"before: {' '.join(lesson.before)}", 2)
        print_item(console, f"after:  {' '.join(' '.join(lesson.after).split())}", 2)
    return 0


def forget(names: Sequence[str], everything: bool, flags: Flags, as_json: bool) -> int:
    """Forget entries."""
    if bool(names) is everything:
        raise UserError("name the entries to forget, or all of them", hint="specwright memory forget ID..., or --all")
    count = _answer(flags, as_json, lambda memory: _count(memory, names, everything))
    if not isinstance(count, tuple):
        return count
    print(json.dumps({"forgotten": count[0]}) if as_json else f"Forgotten: {count[0]}.")
    return 0


async def _count(memory: ProjectMemory, names: Sequence[str], everything: bool) -> tuple[int]:
    return (await memory.forget(names, everything=everything),)


def export(file: Path, key: Path | None, flags: Flags, as_json: bool) -> int:
    """Write a bundle."""
    done = _answer(flags, as_json, lambda memory: memory.export(file, key=key))
    if isinstance(done, int):
        return done
    if as_json:
        print(done.model_dump_json())
        return 0
    signed = f"signed: {done.signature}" if done.signature else "not signed: --key FILE signs it"
    print(printable(f"{counted(done.entries, 'pattern')} written to {done.path}; {signed}"))
    return 0


def import_bundle(source: BundleSource, flags: Flags, as_json: bool) -> int:
    """Take in a bundle. Return 1 if an entry was refused."""

    def progress(number: int, total: int) -> None:
        if sys.stderr.isatty() and not as_json:
            end = "\r\x1b[K" if number == total else ""
            print(f"\r\x1b[Ktried {number} of {total}{end}", end="", file=sys.stderr, flush=True)

    done = _answer(
        flags,
        as_json,
        lambda memory: memory.import_bundle(
            source.file,
            signers=source.signers,
            unsigned=source.unsigned,
            shared=source.shared,
            on_entry=progress,
        ),
    )
    if isinstance(done, int):
        return done
    if as_json:
        print(done.model_dump_json())
    else:
        console = open_console()
        for refused in done.refused:
            print_item(console, f"{refused.id}: {refused.reason}", lead=Text("refused ", style="red"))
        known = f", {len(done.known)} known already or forgotten here" if done.known else ""
        print_item(console, f"{len(done.learned)} learned{known}, {len(done.refused)} refused; {done.source}")
    return 1 if done.refused else 0


def show_stats(flags: Flags, as_json: bool) -> int:
    """Show how much there is."""
    found = _answer(flags, as_json, lambda memory: memory.stats())
    if isinstance(found, int):
        return found
    if as_json:
        print(found.model_dump_json())
        return 0
    counts = ", ".join(counted(number, kind.value) for kind, number in found.entries.items())
    print(f"{counts}; {found.retired} retired, {found.forgotten} forgotten, {found.shared} shared")
    print(f"helped {counted(found.helped, 'time')}, harmed {counted(found.harmed, 'time')}; {found.bytes:,} bytes")
    return 0


def _print_all(found: Sequence[StoredMemory], as_json: bool, nothing: str) -> int:
    if as_json:
        print(json.dumps([_document(each) for each in found]))
    elif not found:
        print(nothing)
    else:
        console = open_console()
        for each in found:
            _print_line(console, each)
    return 0


def _print_line(console: Console, stored: StoredMemory) -> None:
    entry, counters = stored.entry, stored.counters
    facts = f"{entry.lesson.language}, helped {counters.helped}, harmed {counters.harmed}"
    facts += "" if entry.standing.value == "earned" else ", imported"
    line = Text(f"{entry.id}  ", style="bold") + Text(f"{entry.kind.value:<10} ") + Text(facts, style="dim")
    print_item(console, line)
    print_item(console, shortened(_words(stored), _WIDTH), 2)
    if stored.refused:
        print_item(console, stored.refused, 2, Text("not used: ", style="yellow"))


def _words(stored: StoredMemory) -> str:
    lesson = stored.entry.lesson
    if isinstance(lesson, LearnedPattern):
        return f"{lesson.signature.name}: {' '.join(lesson.problem.split())}"
    return lesson.failure.value if isinstance(lesson, Practice) else lesson.failure


def _document(stored: StoredMemory) -> dict[str, Any]:
    return {"id": stored.entry.id, **stored.model_dump(mode="json")}
