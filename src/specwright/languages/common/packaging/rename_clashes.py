"""Names that two test files declare, in a language where all files of a package share their names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count


def apart(tests: Mapping[str, str], declaration: re.Pattern[str]) -> dict[str, str]:
    """The files, with a name that an earlier one has declared already called otherwise in the later one."""
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
    """What is a member of something, or the name of a field that is given its value, is another thing."""
    return re.sub(rf"(?<![.\w\"]){name}\b(?!\"|\s*:(?!=))", fresh, text)
