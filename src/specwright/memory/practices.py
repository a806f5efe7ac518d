"""Practices: our own words about what corrections in a language were about. No word of a run is in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from specwright.core.evidence.failure import FailureKind
from specwright.core.memory.entry import Correction, MemoryEntry, Practice
from specwright.memory.corrections import kind_of_failure

PRACTICES: Final = {
    FailureKind.SYNTAX: "Check that every bracket, quote and block is closed before you reply.",
    FailureKind.IMPORT: "Import every module that you use, and use none that you do not import.",
    FailureKind.TYPE: "Check the type of every value that you index, call or combine, empty and missing ones included.",
    FailureKind.WRONG_VALUE: "Check both ends of every range and comparison on the smallest inputs.",
    FailureKind.EXCEPTION: "Check what the code does with empty inputs and with indexes past the end.",
    FailureKind.TIMEOUT: "Check that every loop ends, and that no step grows faster than the input allows.",
    FailureKind.MEMORY: "Keep no more in memory than the result needs.",
}
"""A practice for each kind of failure that a writer can do something about."""
LEARNED_AFTER: Final = 3
"""Corrections of one kind, by different runs, that make a practice of it."""


def practices_of(corrections: Iterable[MemoryEntry], run_id: str, at: str) -> tuple[MemoryEntry, ...]:
    """Return the practices that these corrections make, one for each kind of failure that came in enough runs."""
    runs: dict[tuple[str, FailureKind], set[str]] = {}
    for entry in corrections:
        if isinstance(entry.lesson, Correction):
            kind = entry.lesson.language, kind_of_failure(entry.lesson.failure)
            runs.setdefault(kind, set()).add(entry.run_id)
    return tuple(
        MemoryEntry(run_id=run_id, learned_at=at, lesson=Practice(language=language, failure=failure))
        for (language, failure), found in runs.items()
        if len(found) >= LEARNED_AFTER and failure in PRACTICES
    )


def in_words(entry: MemoryEntry) -> str:
    """Return the practice as a writer is shown it, with the id that the record counts it by."""
    assert isinstance(entry.lesson, Practice)
    return f"{PRACTICES[entry.lesson.failure]} [memory {entry.id}]"
