"""Notes about the helpers that need no large model."""

from __future__ import annotations

from typing import Final

from specwright.offline.reasons import INSTALL

NO_EXAMPLE: Final = "this is a guess from the words of the problem; confirm it with an example or two (--example)"
_BETTER: Final = "A large model can do far more; `specwright models` shows how to get one."
NOTICE: Final = (
    "trying known problems (at once), then a search from your examples (up to 20 s), then a small model on this "
    f"machine (about half a minute). {_BETTER}"
)
NOTICE_WITHOUT_MODEL: Final = (
    "trying known problems (at once), then a search from your examples (up to 20 s); no small model is installed "
    f"({INSTALL}). {_BETTER}"
)
NOTICE_PORTS: Final = f"trying the few problems that are known in this language (at once). {_BETTER}"
