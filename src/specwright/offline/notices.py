"""Notes about the helpers that need no large model."""

from __future__ import annotations

from typing import Final

from specwright.offline.reasons import INSTALL
from specwright.offline.synthesis.solve import FEWEST

NO_EXAMPLE: Final = "this is a guess from the words of the problem; confirm it with an example or two (--example)"
_BETTER: Final = "A large model can do far more; `specwright models` shows how to get one."
_KNOWN: Final = "trying known problems (at once)"
_SEARCH: Final = "a search from your examples (up to 20 s)"
_FEW: Final = f"With {FEWEST} examples a search would be tried too."
_MODEL: Final = "a small model on this machine (about half a minute)"
_NO_MODEL: Final = f"No small model is installed ({INSTALL})."


def notice(language: str, examples: int, has_model: bool) -> str:
    """Return what will be tried for a problem with that many examples, and how long each part takes at most."""
    if language != "python":
        return f"trying the problems that are known in {language} (at once). {_BETTER}"
    searched = examples >= FEWEST
    steps = [_KNOWN, *([_SEARCH] if searched else []), *([_MODEL] if has_model else [])]
    further = [*([] if has_model else [_NO_MODEL]), *([] if searched else [_FEW])]
    return " ".join([f"{', then '.join(steps)}.", *further, _BETTER])
