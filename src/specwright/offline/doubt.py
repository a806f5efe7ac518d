"""Why an expression that fits every example is not convincing, in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from specwright.core.program.data import Data
from specwright.offline.synthesis.solve import Synthesis

CHANCE_BELOW: Final = 0.02
"""A find from examples is kept back when more expressions than this were to be expected to fit by chance.

The accepted error rate.
"""
STRANGE: Final = 2
CHANCE_IF_STRANGE: Final = 0.01
"""The same limit if the problem has this many words that are unknown to the search."""
CHANCE_IF_IT_FAILS: Final = 1e-4
"""And when it raises an error on inputs that are much like the examples'."""
BEYOND_CHANCE: Final = {1: 1e-3, 2: 1e-5}
"""The same limit if it leaves one or two words of the problem unexplained; more are always too many."""
SHARE_ABOVE: Final = 0.75
"""Or when it holds less than this share of the weight of everything that fits."""
CLEARLY_MEANT: Final = 0.9
"""The share of the weight that a find from one or two examples needs: the words must decide nearly alone."""
_HOLES = re.compile(r"\{\d(?::i)?\}")


def doubt(found: Synthesis) -> str:
    """Why the best find is not convincing, in words; empty when it is."""
    if not found.found:
        return ""
    best = found.found[0]
    if found.chance_fits > CHANCE_BELOW:
        return "a wrong expression could fit so few examples by chance; more examples would help"
    if len(found.strange) >= STRANGE and found.chance_fits > CHANCE_IF_STRANGE:
        return f"the words {', '.join(found.strange)} are not understood, and the examples do not settle them"
    if best.share < SHARE_ABOVE:
        rivals = " or ".join(one.expression for one in found.found[:2])
        return f"different expressions fit ({rivals}); an example that tells them apart would help"
    if best.unused:
        return f"it does not use {', '.join(best.unused)}"
    if best.fails and found.chance_fits > CHANCE_IF_IT_FAILS:
        return "it fails on similar inputs; an example of such an input would help"
    if best.unasked:
        return f"it uses {_HOLES.sub('...', best.unasked[0])}, which the problem does not ask for"
    if best.unexplained and found.chance_fits > BEYOND_CHANCE.get(len(best.unexplained), 0.0):
        return f"it ignores the problem's words {', '.join(best.unexplained)}"
    return ""


def said_by_words(found: Synthesis) -> bool:
    """Return whether the problem's words ask for each part of the best find, and for nothing else.

    Such a find is worth showing though one or two examples prove nothing.
    """
    if not found.found or found.strange:
        return False
    best = found.found[0]
    clear = best.share >= CLEARLY_MEANT and not best.fails
    return clear and bool(best.explains) and not (best.unused or best.unasked or best.unexplained)


def one_sided(answers: Sequence[Data]) -> str:
    """Which part of the answer the examples show in one way only, in words: they cannot show when it is the other."""
    rows = [answer["$tuple"] for answer in answers if isinstance(answer, dict) and "$tuple" in answer]
    if len(rows) < len(answers) or len({len(row) for row in rows}) != 1:
        return ""
    for place, seen in enumerate(zip(*rows, strict=True), 1):
        if all(value is seen[0] for value in seen) and isinstance(seen[0], bool):
            return f"part {place} of every answer is {seen[0]}; an example where it is {not seen[0]} would help"
    return ""
