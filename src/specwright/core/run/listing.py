"""What a store knows of a run besides its log, so that a search need not read every log."""

from __future__ import annotations

import json
from typing import Final

from specwright.core.value import Value

FIRST_CHARACTERS: Final = 100
"""Of a problem: so many are shown and searched."""
_ENDED: Final = '{"kind":"run_ended"'


class RunFilter(Value):
    """Which runs are wanted; None for all."""

    search: str | None = None
    language: str | None = None
    verified: bool | None = None

    @property
    def is_empty(self) -> bool:
        return self.search is None and self.language is None and self.verified is None

    def search_words(self) -> str | None:
        """Return the searched text as labels hold it."""
        return None if self.search is None else searchable(self.search)


class RunLabels(Value):
    """What an event states for a listing. None where it states nothing."""

    words: str | None = None
    """The first words of the problem, in small letters."""
    language: str | None = None
    state: str | None = None
    verified: bool | None = None


def labels_of(seq: int, event: str) -> RunLabels | None:
    """Return what an event of a log states for a listing; None if it is neither the first nor a result."""
    if seq != 0 and not event.startswith(_ENDED):
        return None
    try:
        found = json.loads(event)
        if seq == 0:
            task = found["task"]
            return RunLabels(words=searchable(first_words(task["problem"])), language=searchable(task["language"]))
        result = found["result"]
        return RunLabels(state=searchable(result["execution_result"]), verified=result.get("verified"))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None  # an event of another kind or version: such a run is always looked at


def first_words(problem: str) -> str:
    return " ".join(problem.split())[:FIRST_CHARACTERS]


def searchable(text: str) -> str:
    """Return the text in small letters, with a mark for what databases do not take."""
    return text.lower().replace("\0", "?").encode("utf-8", "replace").decode()
