"""Which command the words of a goal mean."""

from __future__ import annotations

import re
from typing import Final

from specwright.core.existing.request import ChangeVerb

_WORDS: Final = {
    ChangeVerb.TEST: (r"(?:write|add|more|missing|better|unit)\s+(?:\w+\s+){0,2}tests?", "coverage", "untested"),
    ChangeVerb.FIX: (
        *("fix(?:es|ed)?", r"repair\w*", "bugs?", "broken", "fails?", "wrong(?:ly)?", r"crash\w*", "faults?"),
        "should (?:not )?(?:return|raise|give)",
    ),
    ChangeVerb.OPTIMISE: (
        *("fast(?:er)?", r"speed\w*", r"optimi[sz]\w*", r"slow\w*", r"perform(?:s|ance)", "memory", r"quick\w*"),
        "latency",
    ),
    ChangeVerb.REFACTOR: (
        *(r"refactor\w*", r"simpl\w*", r"readab\w*", r"clean\w*", r"clear\w*", r"split\w*", r"renam\w*", r"extract\w*"),
        *(r"complex\w*", r"duplicat\w*", "idiomatic", "type hints?", r"short\w*", "tidy"),
    ),
    ChangeVerb.EXTEND: (
        *("add(?:s|ed)?", "new", r"support\w*", r"extend\w*", r"option\w*", "parameter", r"implement\w*", "also"),
        *(r"allow\w*", r"accept\w*"),
    ),
}
"""In the order in which they decide."""


def chosen_verb(goal: str) -> tuple[ChangeVerb, str]:
    """Return the command that the goal means, and the words of it that say so: to refactor, if none do."""
    for verb, words in _WORDS.items():
        found = re.search(rf"\b(?:{'|'.join(words)})\b", goal, re.IGNORECASE)
        if found:
            return verb, found[0]
    return ChangeVerb.REFACTOR, ""
