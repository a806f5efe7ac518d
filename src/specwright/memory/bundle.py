"""A bundle of patterns for another memory: one JSON text that a person can read, with the code in lines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from specwright.core.memory.entry import LearnedPattern, MemoryEntry, MemoryKind
from specwright.core.memory.recollection import RefusedEntry
from specwright.core.program.untrusted import checked, parse_untrusted

FORMAT: Final = 1
MOST_BYTES: Final = 64 * 1024**2
MOST_ENTRIES: Final = 10_000
_FORMAT: Final = "specwright_memory"


class Bundle(NamedTuple):
    entries: tuple[MemoryEntry, ...]
    refused: tuple[RefusedEntry, ...]


def write_bundle(entries: Sequence[MemoryEntry], version: str) -> bytes:
    """Return the bundle. Entries without tests cannot be checked where they arrive, so patterns alone are in it."""
    patterns = [entry for entry in entries if entry.kind is MemoryKind.PATTERN]
    made = {_FORMAT: FORMAT, "written_by": f"specwright {version}", "patterns": [_written(each) for each in patterns]}
    return (json.dumps(made, indent=1, sort_keys=False) + "\n").encode()


def read_bundle(content: bytes) -> Bundle:
    """Return the entries of a bundle, and those that are not what they were. Raise ValueError if it is no bundle."""
    if len(content) > MOST_BYTES:
        raise ValueError(f"it has more than {MOST_BYTES // 1024**2} MiB")
    data = parse_untrusted(content)
    if not isinstance(data, dict) or data.get(_FORMAT) != FORMAT or not isinstance(data.get("patterns"), list):
        raise ValueError(f"it is no bundle of a memory in format {FORMAT}")
    if len(data["patterns"]) > MOST_ENTRIES:
        raise ValueError(f"it has more than {MOST_ENTRIES} entries")
    entries: list[MemoryEntry] = []
    refused: list[RefusedEntry] = []
    for place, given in enumerate(data["patterns"], 1):
        found = _read(given)
        if isinstance(found, MemoryEntry):
            entries.append(found)
        else:
            refused.append(RefusedEntry(id=_name(given, place), reason=found))
    return Bundle(tuple(entries), tuple(refused))


def _written(entry: MemoryEntry) -> dict[str, Any]:
    lesson = entry.lesson.model_dump(mode="json")
    lesson["code"] = str(lesson["code"]).split("\n")
    return {"sha256": entry.digest, "run_id": entry.run_id, "learned_at": entry.learned_at, "pattern": lesson}


def _read(given: Any) -> MemoryEntry | str:
    """Return the entry, or why it is refused."""
    try:
        lesson = dict(given["pattern"])
        lesson["code"] = "\n".join(lesson["code"])
        pattern = LearnedPattern.model_validate(lesson)
        for test in pattern.tests:
            checked([*test.inputs.values(), test.expected.model_dump(mode="json").get("value")])
        entry = MemoryEntry(run_id=given["run_id"], learned_at=given["learned_at"], lesson=pattern)
        entry.model_dump_json()  # what cannot be stored is no entry
    except (KeyError, TypeError, ValueError):
        return "it is not written as a pattern"
    if entry.digest != given.get("sha256"):
        return "it was changed since it was exported: its sha256 is another"
    return entry


def _name(given: Any, place: int) -> str:
    named = given.get("sha256") if isinstance(given, dict) else None
    return named[:12] if isinstance(named, str) else f"number {place}"
