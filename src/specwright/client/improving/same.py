"""Whether two versions of existing code behave alike: the files are read here and compared by `improving/same.py`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

from specwright.app import Resources
from specwright.core.errors import UserError
from specwright.core.existing.comparison import ComparedFunction, SameReport
from specwright.improving.observer import Equipment
from specwright.improving.same import SameOptions, compared
from specwright.languages.loading import observing_for
from specwright.languages.registry import ROWS
from specwright.ports.observing import Observing

MAX_BYTES: Final = 2**20
_HINT: Final = "name a file, or a function in it: path/to/file.py::function"


async def same_versions(
    resources: Resources,
    old: str | Path,
    new: str | Path,
    *,
    language: str | None = None,
    options: SameOptions = SameOptions(),  # noqa: B008 - a frozen value
    on_progress: Callable[[str], None] | None = None,
) -> SameReport:
    """Compare two versions, each a file or `file::function`. Raise UserError, SandboxUnavailable, ToolchainMissing."""
    (old_path, old_name), (new_path, new_name) = _split(old), _split(new)
    named = language or _language(old_path)
    if language is None and _language(new_path) != named:
        raise UserError(f"{old_path} and {new_path} are in different languages", hint="compare files of one language")
    old_code, new_code = await asyncio.gather(asyncio.to_thread(_read, old_path), asyncio.to_thread(_read, new_path))
    sandbox = await resources.real_sandbox()
    observing = observing_for(named)
    equipment = Equipment(sandbox, await resources.toolchain(named), observing)
    names, missing, added = _pairs(observing, (old_code, old_name), (new_code, new_name))
    found: list[ComparedFunction] = []
    skipped: dict[str, str] = {}
    for before, after in names:
        try:
            found.append(await compared(equipment, (old_code, before), (new_code, after), options, on_progress))
        except UserError as error:
            if old_name or new_name:
                raise
            skipped[before] = error.message
    return SameReport(
        old=str(old),
        new=str(new),
        language=named,
        sandbox=sandbox.name,
        seed=options.seed,
        comparisons=tuple(found),
        missing=missing,
        added=added,
        skipped=skipped,
    )


def _split(place: str | Path) -> tuple[Path, str]:
    path, _, name = str(place).partition("::")
    if not path or "\0" in path:
        raise UserError(f"{str(place)!r} names no file", hint=_HINT)
    return Path(path), name.strip()


def _language(path: Path) -> str:
    found = next((name for name, row in ROWS.items() if path.suffix in row.extensions), None)
    if found is None:
        raise UserError(f"the ending {path.suffix!r} of {path} belongs to no language", hint="name it with --lang")
    return found


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror or error}", hint=_HINT) from error
    if len(content) > MAX_BYTES:
        raise UserError(f"{path} has more than {MAX_BYTES // 1024} KiB", hint="give the file of the function alone")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is no text in UTF-8: {error.reason}", hint=_HINT) from error


def _pairs(
    observing: Observing, old: tuple[str, str], new: tuple[str, str]
) -> tuple[list[tuple[str, str]], tuple[str, ...], tuple[str, ...]]:
    """Return the names of what is compared, and those that only one of the files has."""
    (old_code, old_name), (new_code, new_name) = old, new
    if old_name or new_name:
        return [(old_name or new_name, new_name or old_name)], (), ()
    before, after = observing.functions(old_code), observing.functions(new_code)
    if not before:
        raise UserError("the old file has no function that can be compared", hint=_HINT)
    if len(before) == len(after) == 1:
        return [(before[0], after[0])], (), ()
    both = [name for name in dict.fromkeys(before) if name in after]
    if not both:
        raise UserError("the files have no function of the same name", hint="name them: old.py::this new.py::that")
    hidden = [name for name in before if name not in after and not name.startswith("_")]
    return (
        [(name, name) for name in both if not name.startswith("_")] or [(name, name) for name in both],
        tuple(hidden),
        tuple(name for name in after if name not in before and not name.startswith("_")),
    )
