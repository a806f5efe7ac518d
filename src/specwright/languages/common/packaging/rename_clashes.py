"""Renames what two test files declare, for languages whose files share their names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count


def rename_clashes(tests: Mapping[str, str], declaration: re.Pattern[str]) -> dict[str, str]:
    """Return the files; a name that an earlier file declares is renamed in later ones."""
    taken: set[str] = set()
    found = {}
    for path, text in tests.items():
        own = dict.fromkeys(declaration.findall(text))
        for name in own:
            if name in taken:
                fresh = next(f"{name}{n}" for n in count(2) if f"{name}{n}" not in taken | own.keys())
                text = _renamed(text, name, fresh)  # noqa: PLW2901
                taken.add(fresh)
        taken.update(own)
        found[path] = text
    return found


def _renamed(text: str, name: str, fresh: str) -> str:
    """Rename a declaration and its uses, but not members and fields of the same name."""
    return re.sub(rf"(?<![.\w\"]){name}\b(?!\"|\s*:(?!=))", fresh, text)
