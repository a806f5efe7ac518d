"""Entries that were made up, of ordinary words."""

from __future__ import annotations

import random
from typing import Final

from specwright.core.memory.entry import LearnedPattern, LearnedTest, MemoryEntry
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.testcase import Returns

_ROOTS: Final = (
    "add", "count", "sort", "find", "merge", "split", "reverse", "rotate", "filter", "group", "pair", "match",
    "shift", "scale", "clamp", "round", "parse", "format", "pack", "trim", "pad", "wrap", "index", "rank",
    "score", "weigh", "sample", "shuffle", "balance", "chain", "fold", "zip", "join", "cut", "mark", "label",
    "price", "order", "stock", "route", "path", "node", "edge", "tree", "heap", "queue", "stack", "graph",
    "cycle", "level", "depth", "width", "area", "volume", "angle", "point", "line", "circle",
)  # fmt: skip
_KINDS: Final = (
    "list", "text", "number", "matrix", "word", "letter", "digit", "record", "date", "interval", "tuple",
    "table", "bag", "ring", "grid",
)  # fmt: skip
WORDS: Final = tuple(f"{root} {kind}" for root in _ROOTS for kind in _KINDS)
"""Pairs of ordinary words: a few hundred words that recur as words of problems do."""


async def proven(_: MemoryEntry) -> str:
    """Every entry counts as a verified run's."""
    return ""


def made_entry(chance: random.Random, place: int) -> MemoryEntry:
    """Return an entry whose words nobody else has in this order."""
    name = f"f{place}"
    lesson = LearnedPattern(
        problem=f"Return the {' and the '.join(chance.choices(WORDS, k=6))} of case {place}.",
        language="python",
        signature=Signature(name=name, params=(Parameter(name="n", type=Type("int")),), returns=Type("int")),
        code=f"def {name}(n):\n    return n * {place} + 1\n",
        tests=tuple(LearnedTest(inputs={"n": given}, expected=Returns(value=given * place + 1)) for given in (0, 1, 2)),
    )
    return MemoryEntry(run_id=f"run-{place}", learned_at="2026-01-01T00:00:00+00:00", lesson=lesson)
