"""Projects with copied code: as it is, laid out otherwise, with other names, too short, and allowed."""

from __future__ import annotations

import re

from specwright.core.evidence.audit import AuditKind
from tests.audit.corpus.project import FAILS, HOLDS, NOT_CHECKED, Project

_KIND = AuditKind.OVERLAP
THEIRS = """def median(numbers):
    ordered = sorted(numbers)
    middle, rest = divmod(len(ordered), 2)
    if not ordered:
        raise ValueError("there is no median of nothing at all")
    if rest:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def spread(numbers, centre=None):
    found = median(numbers) if centre is None else centre
    distances = [abs(number - found) for number in numbers if number is not None]
    total = 0
    for distance in distances:
        total += distance if distance > 0 else -distance
    while total > 1000 and len(distances) > 10:
        total, distances = total / 2, distances[1:]
    return {"centre": found, "mean": total / max(1, len(distances)), "median": median(distances)}
"""
RENAMED = THEIRS
for _old, _new in {
    "median": "mitte", "numbers": "werte", "ordered": "liste", "middle": "ort", "rest": "uebrig", "spread": "streuung",
    "centre": "kern", "found": "wert", "distances": "wege", "distance": "weg", "total": "summe", "number": "zahl",
}.items():  # fmt: skip
    RENAMED = re.sub(rf"\b{_old}\b", _new, RENAMED)
OURS = "import math\n\n\ndef area(radius):\n    return math.pi * radius**2\n"
LAID_OUT = THEIRS.replace("    ", "\t").replace(" = ", "=").replace("\n\n\n", "\n# a comment of ours\n")
GO = (
    "package a\n\nfunc Sum(xs []int) int {\n"
    + "".join(f"\tif xs[{n}] > {n * 7} {{ return xs[{n}] * {n + 3} }}\n" for n in range(12))
    + "\treturn 0\n}\n"
)
_CORPUS = {
    "stats/LICENSE": "no licence that is known",
    "stats/s.py": f"# SPDX-License-Identifier: GPL-3.0-only\n{THEIRS}",
    "go/a.go": GO,
}


def _copy(name: str, answer: str, path: str, text: str, *, policy: str = "", line: int = 0) -> Project:
    return Project(
        name, _KIND, answer, {path: text}, policy=policy, corpus=_CORPUS, place=f"{path}:{line}" if line else ""
    )


PROJECTS = (
    Project("no corpus", _KIND, NOT_CHECKED, {"a.py": OURS}),
    _copy("own code", HOLDS, "a.py", OURS),
    _copy("copied", FAILS, "a.py", OURS + THEIRS, line=6),
    _copy("in the middle", FAILS, "a.py", OURS + "x = 1\n" + "\n".join(THEIRS.splitlines()[10:]) + "\ny = 2\n"),
    _copy("laid out otherwise", FAILS, "a.py", LAID_OUT, line=1),
    _copy("other names", FAILS, "a.py", OURS + RENAMED),
    _copy("other names and layout", FAILS, "a.py", RENAMED.replace("    ", "  ")),
    _copy("too short", HOLDS, "a.py", OURS + "\n".join(THEIRS.splitlines()[:3]) + "\n"),
    _copy("go", FAILS, "b.go", GO.replace("package a", "package b")),
    _copy("longer is asked for", HOLDS, "a.py", "\n".join(THEIRS.splitlines()[:9]), policy="[overlap]\ncharacters = 500\n"),
    _copy("licence allowed", HOLDS, "a.py", THEIRS, policy='[overlap]\nlicences = ["GPL-3.0-only"]\n'),
    _copy("path allowed", HOLDS, "a.py", THEIRS, policy='[[overlap.allow]]\npath = "a.py"\nreason = "ours too"\n'),
    _copy("no longer allowed", FAILS, "a.py", THEIRS, policy='[[overlap.allow]]\npath = "a.py"\nreason = "x"\nexpires = 2026-01-01\n'),
    _copy("a source that is broken", NOT_CHECKED, "a.py", "import os\n\0"),
)  # fmt: skip
